import { useState } from 'react';
import { ActorPicker, ProjectPicker } from '../../../pickers/pickers';
import { priorities } from '../../../rows/priority';
import type { Action } from '../../../rows/review-row';
import { DateField } from '../../../ui/date-field';
import { AreaField, SelectField, TextField } from '../../../ui/fields';
import { FormDialog } from '../../../ui/form-dialog';
import { fromLocal } from '../../../ui/local-time';
import { useTimeZone } from '../../../ui/time';
import { useWrite } from '../../../ui/use-write';
import type { ActionQuery } from '../action-query';
import {
  changeActions,
  readMatches,
  undoChange,
  type BulkChange,
  type BulkName,
  type BulkResult,
} from './bulk';

/** Asks for the values, says how many actions get them, and changes them. */
export function BulkDialog({
  name,
  actions,
  query,
  count,
  onDone,
  onClose,
}: {
  readonly name: BulkName;
  /** The selected actions; undefined for all that the filters match. */
  readonly actions: readonly Action[] | undefined;
  readonly query: ActionQuery;
  readonly count: number | string;
  /** Called with the actions that stay selected: those that were refused. */
  readonly onDone: (left: readonly Action[]) => void;
  readonly onClose: () => void;
}) {
  const { write, isSending, fault } = useWrite();
  const [text, setText] = useState('');
  const [removed, setRemoved] = useState('');
  const [progress, setProgress] = useState<string>();
  const timeZone = useTimeZone();
  const change = changeOf(name, text, removed, timeZone);
  const noun = count === 1 ? 'action' : 'actions';
  const send = async (): Promise<void> => {
    const result = await write(
      async () => {
        setProgress('Reading which …');
        const all = actions ?? (await readMatches(query));
        return changeActions(all, change, (done) => setProgress(`${done} of ${all.length} …`));
      },
      {
        done: (changed) => sentenceOf(name, changed),
        undo: undoChange,
      },
    );
    setProgress(undefined);
    if (result === undefined) return;
    onDone(result.refused.map(({ action }) => action));
    onClose();
  };
  return (
    <FormDialog
      title={`${titles[name]} ${count.toLocaleString()} ${noun}`}
      action={`${name === 'Drop' ? 'Drop' : 'Change'} ${count.toLocaleString()} ${noun}`}
      isSending={isSending}
      fault={fault}
      onSend={() => void send()}
      onClose={onClose}
    >
      <Fields name={name} text={text} onText={setText} removed={removed} onRemoved={setRemoved} />
      {actions === undefined && (
        <p className="muted">
          These are all that the filters match, also those that are not shown.
        </p>
      )}
      {progress !== undefined && <output>{progress}</output>}
    </FormDialog>
  );
}

const titles: Readonly<Record<BulkName, string>> = {
  Assign: 'Assign',
  Label: 'Label',
  Priority: 'Set the priority of',
  Due: 'Set the due date of',
  Project: 'Move',
  Drop: 'Drop',
};

function Fields({
  name,
  text,
  onText,
  removed,
  onRemoved,
}: {
  readonly name: BulkName;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly removed: string;
  readonly onRemoved: (text: string) => void;
}) {
  switch (name) {
    case 'Assign':
      return <ActorPicker value={text || null} onChange={(id) => onText(id ?? '')} />;
    case 'Project':
      return <ProjectPicker value={text || null} onChange={(id) => onText(id ?? '')} />;
    case 'Priority':
      return (
        <SelectField
          label="Priority"
          value={text || '0'}
          options={priorities.map((each, value) => ({ value: String(value), name: each }))}
          onChange={onText}
        />
      );
    case 'Due':
      return <DateField label="Due" value={text} hint="Empty for none." onChange={onText} />;
    case 'Label':
      return (
        <>
          <TextField
            label="Add"
            value={text}
            hint="Labels, with commas between them."
            onChange={onText}
          />
          <TextField label="Remove" value={removed} onChange={onRemoved} />
        </>
      );
    case 'Drop':
      break;
  }
  return (
    <AreaField
      label="Reason"
      value={text}
      hint="You may leave it empty. Those that are done already stay as they are."
      onChange={onText}
    />
  );
}

function changeOf(name: BulkName, text: string, removed: string, timeZone: string): BulkChange {
  switch (name) {
    case 'Assign':
      return { changes: { assigned_actor_id: text || null } };
    case 'Project':
      return { changes: { project_id: text || null } };
    case 'Priority':
      return { changes: { priority: Number(text) } };
    case 'Due':
      return { changes: { due_at: fromLocal(text, timeZone) } };
    case 'Label': {
      const [add, remove] = [labelsOf(text), labelsOf(removed)];
      return {
        ...(add.length > 0 && { add_labels: add }),
        ...(remove.length > 0 && { remove_labels: remove }),
      };
    }
    case 'Drop':
      break;
  }
  return { drop: text.trim() === '' ? {} : { reason: text.trim() } };
}

function labelsOf(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

function sentenceOf(name: BulkName, { changed, refused }: BulkResult): string {
  const verb = name === 'Drop' ? 'Dropped' : 'Changed';
  const done = `${verb} ${changed} ${changed === 1 ? 'action' : 'actions'}.`;
  const [first] = refused;
  return first === undefined
    ? done
    : `${done} ${refused.length} refused and still selected: ${first.message}`;
}
