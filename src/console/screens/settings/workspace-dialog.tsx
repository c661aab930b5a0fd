import { unwrap, type components } from 'callboard-client';
import { client } from '../../api/client';
import { ifMatch } from '../../api/if-match';
import { EditDialog } from '../../ui/edit-dialog';
import { SelectField, TextField } from '../../ui/fields';
import { zonesWith } from '../../ui/time-zone';
import { useEdit } from '../../ui/use-edit';
import { DurationField, durationText } from './duration';
import { explain } from './explain';

type Workspace = components['schemas']['Workspace'];

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
  const edit = useEdit(workspace, {
    fieldsOf,
    bodyOf: (fields) => ({ ...fields, name: fields.name.trim() }),
    factsOf: (now) => [
      ['Name', now.name],
      ['Time zone', now.time_zone],
      ['Working', windowText(now.working_seconds)],
      ['Stalled', windowText(now.stalled_seconds)],
      ['Days of a permission', String(now.approval_days)],
      ['Plan', now.plan],
    ],
    read: () => unwrap(client.GET('/v1/workspace')),
    save: (body, version) =>
      unwrap(client.PATCH('/v1/workspace', { params: { header: ifMatch(version) }, body })),
    onSaved: onClose,
    explain,
  });
  const { fields, change } = edit;

  return (
    <EditDialog title="Change the workspace" edit={edit} onClose={onClose}>
      <TextField
        label="Name"
        value={fields.name}
        onChange={(name) => change({ name })}
        isRequired
      />
      <SelectField
        label="Time zone"
        value={fields.time_zone}
        options={zonesWith(workspace.time_zone)}
        onChange={(time_zone) => change({ time_zone })}
        hint="New actions that repeat keep their local time in it, unless they name another."
      />
      <DurationField
        label="Work counts as working after its last activity for"
        value={fields.working_seconds}
        initial={3_600}
        onChange={(working_seconds) => change({ working_seconds })}
      />
      <DurationField
        label="Work counts as stalled without activity for"
        value={fields.stalled_seconds}
        initial={172_800}
        onChange={(stalled_seconds) => change({ stalled_seconds })}
      />
      <TextField
        label="A permission that an agent does not use ends after so many days"
        type="number"
        min={1}
        max={365}
        value={String(fields.approval_days)}
        onChange={(days) => change({ approval_days: Number(days) })}
        isRequired
      />
      <SelectField
        label="Plan"
        value={fields.plan}
        options={plans}
        onChange={(plan) => change({ plan })}
        hint="A plan with lower limits removes nothing. More than its limits is refused."
      />
    </EditDialog>
  );
}

function fieldsOf(workspace: Workspace) {
  const { name, time_zone, working_seconds, stalled_seconds, approval_days, plan } = workspace;
  return { name, time_zone, working_seconds, stalled_seconds, approval_days, plan };
}

function windowText(seconds: number | null): string {
  return seconds === null ? 'the server’s setting' : durationText(seconds);
}
