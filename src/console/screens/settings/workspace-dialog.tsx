import { unwrap, type components } from 'callboard-client';
import { useState } from 'react';
import { client } from '../../api/client';
import { Dialog } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/fields';
import { DurationField, durationText } from './duration';
import { EditForm } from './edit-form';
import { useEdit } from './use-edit';

type Workspace = components['schemas']['Workspace'];
type Changes = components['schemas']['WorkspaceUpdate'];

const plans = [
  { value: 'free', name: 'free' },
  { value: 'unlimited', name: 'unlimited' },
] as const;

/** Changes the settings of the workspace. */
export function WorkspaceDialog({
  workspace,
  onClose,
}: {
  readonly workspace: Workspace;
  readonly onClose: () => void;
}) {
  const edit = useEdit(workspace, () => unwrap(client.GET('/v1/workspace')));
  const { opened, theirs } = edit;
  const [draft, setDraft] = useState(opened);
  const change = (part: Partial<Workspace>): void => setDraft({ ...draft, ...part });

  async function save(): Promise<void> {
    const next = { ...draft, name: draft.name.trim() };
    const body: Changes = {
      ...(next.name === opened.name ? {} : { name: next.name }),
      ...(next.time_zone === opened.time_zone ? {} : { time_zone: next.time_zone }),
      ...(next.working_seconds === opened.working_seconds
        ? {}
        : { working_seconds: next.working_seconds }),
      ...(next.stalled_seconds === opened.stalled_seconds
        ? {}
        : { stalled_seconds: next.stalled_seconds }),
      ...(next.plan === opened.plan ? {} : { plan: next.plan }),
    };
    const saved = await edit.save(
      (header) => unwrap(client.PATCH('/v1/workspace', { params: { header }, body })),
      'The settings are saved.',
    );
    if (saved !== undefined) onClose();
  }

  return (
    <Dialog title="Change the workspace" onClose={onClose}>
      <EditForm
        isSending={edit.isSending}
        fault={edit.fault}
        theirs={
          theirs && [
            ['Name', theirs.name],
            ['Time zone', theirs.time_zone],
            ['Working', windowText(theirs.working_seconds)],
            ['Stalled', windowText(theirs.stalled_seconds)],
            ['Plan', theirs.plan],
          ]
        }
        onSave={() => void save()}
        onCancel={onClose}
      >
        <TextField
          label="Name"
          value={draft.name}
          onChange={(name) => change({ name })}
          isRequired
        />
        <SelectField
          label="Time zone"
          value={draft.time_zone}
          options={zonesWith(opened.time_zone)}
          onChange={(time_zone) => change({ time_zone })}
        />
        <DurationField
          label="Work counts as working after its last activity for"
          value={draft.working_seconds}
          initial={3_600}
          onChange={(working_seconds) => change({ working_seconds })}
        />
        <DurationField
          label="Work counts as stalled without activity for"
          value={draft.stalled_seconds}
          initial={172_800}
          onChange={(stalled_seconds) => change({ stalled_seconds })}
        />
        <SelectField
          label="Plan"
          value={draft.plan}
          options={plans}
          onChange={(plan) => change({ plan })}
          hint="A plan with lower limits removes nothing. More than its limits is refused."
        />
      </EditForm>
    </Dialog>
  );
}

/** The zones that the browser knows, which may lack the current one. */
function zonesWith(current: string): readonly { readonly value: string; readonly name: string }[] {
  const zones = new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].toSorted().map((zone) => ({ value: zone, name: zone }));
}

function windowText(seconds: number | null): string {
  return seconds === null ? 'the server’s setting' : durationText(seconds);
}
