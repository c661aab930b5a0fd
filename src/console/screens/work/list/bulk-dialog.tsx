import { useState } from 'react';
import { ActorPicker, ProjectPicker } from '../../../pickers/pickers';
import { priorities } from '../../../rows/priority';
import type { Action } from '../../../rows/review-row';
import { DateField } from '../../../ui/date-field';
import { AreaField, CheckField, SelectField, TextField } from '../../../ui/fields';
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
  // Undefined until the person has chosen, so that no Enter clears what many actions have.
  const [chosen, setChosen] = useState<string>();
  const text = chosen ?? '';
  const [asksForValue, setAsks] = useState(false);
  const [removed, setRemoved] = useState('');
  const [progress, setProgress] = useState<string>();
  const timeZone = useTimeZone();
  const change = changeOf(name, text, removed, timeZone);
  const isMissing = chosen === undefined && removed === '' && name !== 'Drop';
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
      fault={isMissing && asksForValue ? questions[name] : fault}
      onSend={() => (isMissing ? setAsks(true) : void send())}
      onClose={onClose}
    >
      <Fields
        name={name}
        chosen={chosen}
        onText={setChosen}
        removed={removed}
        onRemoved={setRemoved}
      />
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

const questions: Readonly<Record<BulkName, string>> = {
  Assign: 'Choose who gets them, or nobody.',
  Label: 'Write a label.',
  Priority: 'Choose a priority.',
  Due: 'Write a time, or choose “No due date”.',
  Project: 'Choose a project, or none.',
  Drop: 'Write a reason.',
};

function Fields({
  name,
  chosen,
  onText,
  removed,
  onRemoved,
}: {
  readonly name: BulkName;
  readonly chosen: string | undefined;
  readonly onText: (text: string | undefined) => void;
  readonly removed: string;
  readonly onRemoved: (text: string) => void;
}) {
  const text = chosen ?? '';
  switch (name) {
    case 'Assign':
      return <ActorPicker value={text || null} onChange={(id) => onText(id ?? '')} />;
    case 'Project':
      return <ProjectPicker value={text || null} onChange={(id) => onText(id ?? '')} />;
    case 'Priority':
      return (
        <SelectField
          label="Priority"
          value={text}
          options={[
            ...(text === '' ? [{ value: '', name: 'Choose …' }] : []),
            ...priorities.map((each, value) => ({ value: String(value), name: each })),
          ]}
          onChange={onText}
        />
      );
    case 'Due':
      return (
        <>
          <DateField label="Due" value={text} onChange={onText} />
          <CheckField
            label="No due date"
            checked={chosen === ''}
            onChange={(isNone) => onText(isNone ? '' : undefined)}
          />
        </>
      );
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
