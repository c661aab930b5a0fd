import { useState } from 'react';
import { ActorPicker, ProjectPicker } from '../../../pickers/pickers';
import { priorities } from '../../../rows/priority';
import type { Action } from '../../../rows/review-row';
import { DateField } from '../../../ui/date-field';
import { AreaField, CheckField, TextField } from '../../../ui/fields';
import { SelectField } from '../../../ui/menu';
import { FormDialog } from '../../../ui/dialog';
import { useTimeZone, fromLocal } from '../../../ui/time';
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
import { language, t } from '../../../texts/texts';

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
  const counted =
    typeof count === 'number'
      ? { number: count, count: count.toLocaleString(language) }
      : { number: 2, count };
  const send = async (): Promise<void> => {
    const result = await write(
      async () => {
        setProgress(t('Reading which …'));
        const all = actions ?? (await readMatches(query));
        return changeActions(all, change, (done) =>
          setProgress(t('{done} of {all} …', { done, all: all.length })),
        );
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
      title={titleOf(name, counted)}
      action={
        name === 'Drop'
          ? t('{number, plural, one {Drop {count} action} other {Drop {count} actions}}', counted)
          : t(
              '{number, plural, one {Change {count} action} other {Change {count} actions}}',
              counted,
            )
      }
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
          {t('These are all that the filters match, also those that are not shown.')}
        </p>
      )}
      {progress !== undefined && <output>{progress}</output>}
    </FormDialog>
  );
}

type Counted = Readonly<Record<'count', string> & Record<'number', number>>;

function titleOf(name: BulkName, counted: Counted): string {
  switch (name) {
    case 'Assign':
      return t(
        '{number, plural, one {Assign {count} action} other {Assign {count} actions}}',
        counted,
      );
    case 'Label':
      return t(
        '{number, plural, one {Label {count} action} other {Label {count} actions}}',
        counted,
      );
    case 'Priority':
      return t(
        '{number, plural, one {Set the priority of {count} action} other {Set the priority of {count} actions}}',
        counted,
      );
    case 'Due':
      return t(
        '{number, plural, one {Set the due date of {count} action} other {Set the due date of {count} actions}}',
        counted,
      );
    case 'Project':
      return t('{number, plural, one {Move {count} action} other {Move {count} actions}}', counted);
    case 'Drop':
      break;
  }
  return t('{number, plural, one {Drop {count} action} other {Drop {count} actions}}', counted);
}

const questions: Readonly<Record<BulkName, string>> = {
  Assign: t('Choose who gets them, or nobody.'),
  Label: t('Write a label.'),
  Priority: t('Choose a priority.'),
  Due: t('Write a time, or choose “No due date”.'),
  Project: t('Choose a project, or none.'),
  Drop: t('Write a reason.'),
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
          label={t('Priority')}
          value={text}
          options={[
            ...(text === '' ? [{ value: '', name: t('Choose …') }] : []),
            ...priorities.map((each, value) => ({ value: String(value), name: each })),
          ]}
          onChange={onText}
        />
      );
    case 'Due':
      return (
        <>
          <DateField label={t('Due')} value={text} onChange={onText} />
          <CheckField
            label={t('No due date')}
            checked={chosen === ''}
            onChange={(isNone) => onText(isNone ? '' : undefined)}
          />
        </>
      );
    case 'Label':
      return (
        <>
          <TextField
            label={t('Add')}
            value={text}
            hint={t('Labels, with commas between them.')}
            onChange={onText}
          />
          <TextField label={t('Remove')} value={removed} onChange={onRemoved} />
        </>
      );
    case 'Drop':
      break;
  }
  return (
    <AreaField
      label={t('Reason')}
      value={text}
      hint={t(
        'You may leave it empty. Done actions stay done. Claims end and questions are dismissed; undo restores neither.',
      )}
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
  const done =
    name === 'Drop'
      ? t('{changed, plural, one {Dropped # action.} other {Dropped # actions.}}', { changed })
      : t('{changed, plural, one {Changed # action.} other {Changed # actions.}}', { changed });
  const [first] = refused;
  return first === undefined
    ? done
    : t('{done} {refused} refused and still selected: {message}', {
        done,
        refused: refused.length,
        message: first.message,
      });
}
