import { useId, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { changesKey, forgetDraft, keepDraft, readDraft } from '../api/person';
import {
  isDecided,
  keyOf,
  useEntry,
  useOutcome,
  type Decision,
  type Failed,
  type Subject,
} from '../decisions/decisions';
import { decide, undo } from '../decisions/outbox';
import { focusAfter, focusRow, useRowCommands, type RowCommands } from '../keys/list-keys';
import { createNote } from '../notes/note';
import { Icon, type IconName } from '../ui/icon';
import { showDone } from '../ui/done';
import { TextForm } from '../ui/text-form';
import { useWrite } from '../ui/use-write';
import { DecidedRow } from './kept';
import { useRowState } from './row-state';
import { t } from '../texts/texts';

interface RowProps {
  readonly subject: Subject;
  readonly icon: IconName;
  /** The kind of the row, for a screen reader. */
  readonly kind: string;
  readonly title: string;
  /** The title with its Markdown. */
  readonly heading?: ReactNode;
  /** The page of the record. */
  readonly href?: string | undefined;
  /** Who waits, for how long and why. */
  readonly meta: ReactNode;
  readonly isGone: boolean;
  readonly commands: RowCommands;
  /** The rest of the row while it waits for a decision. */
  readonly children: ReactNode;
}

/** A record that waits for a decision, or the line that says what was decided. */
export function Row(props: RowProps) {
  const { subject, title, isGone } = props;
  const key = keyOf(subject);
  const entry = useEntry(key);
  const outcome = useOutcome(subject.id, isGone, isDecided(entry));
  if (isDecided(entry)) {
    const isMine = entry.state !== 'late';
    const isWaiting = entry.state === 'waiting';
    const takeBack = isWaiting
      ? () => {
          undo(key);
          requestAnimationFrame(() => focusRow(key));
        }
      : entry.undo;
    return (
      <DecidedRow
        rowKey={key}
        title={title}
        text={isMine ? t('You: {entry}', { entry: entry.text }) : entry.text}
      >
        {takeBack !== undefined && (
          <button type="button" className="button button-small" onClick={takeBack}>
            {t('Undo')} {isWaiting && <kbd>U</kbd>}
          </button>
        )}
        {!isMine && <Unsent {...subject} />}
      </DecidedRow>
    );
  }
  if (outcome !== undefined) {
    return (
      <DecidedRow rowKey={key} title={title} text={outcome}>
        <Unsent {...subject} />
      </DecidedRow>
    );
  }
  return <OpenRow {...props} rowKey={key} failed={entry} />;
}

function OpenRow({
  rowKey,
  icon,
  kind,
  title,
  heading = title,
  href,
  meta,
  failed,
  commands,
  children,
}: RowProps & { readonly rowKey: string; readonly failed: Failed | undefined }) {
  const titleId = useId();
  const { isOpen, isSelected, toggleOpen, toggleSelect, isAlone } = useRowState(rowKey);
  useRowCommands(rowKey, {
    toggle: toggleOpen,
    select: isAlone ? undefined : toggleSelect,
    ...commands,
  });
  return (
    <li>
      <article
        className={isSelected ? 'row row-selected' : 'row'}
        data-row={rowKey}
        data-open={isOpen}
        tabIndex={-1}
        aria-labelledby={isAlone ? undefined : titleId}
        aria-label={isAlone ? title : undefined}
      >
        <div className="row-head">
          {!isAlone && (
            <label className="row-select">
              <input type="checkbox" checked={isSelected} onChange={toggleSelect} />
              <span className="visually-hidden">
                {t('Select {kind}: {title}', { kind, title })}
              </span>
            </label>
          )}
          <div className="row-text">
            {!isAlone && (
              <h3 id={titleId} dir="auto">
                {href === undefined ? heading : <Link href={href}>{heading}</Link>}
              </h3>
            )}
            <p className="row-meta">
              <Icon name={icon} />
              {meta}
            </p>
          </div>
        </div>
        {failed !== undefined && (
          <div className="notice notice-warn" role="alert">
            <p dir="auto">{failed.text}</p>
            {failed.again !== undefined && (
              <button type="button" className="button button-small" onClick={failed.again}>
                {t('Try again')}
              </button>
            )}
          </div>
        )}
        <div className={isAlone ? 'row-body row-body-alone' : 'row-body'}>{children}</div>
      </article>
    </li>
  );
}

/** What the person has typed about a record that was decided before they sent it. */
export function Unsent(subject: Subject) {
  const { kind, id } = subject;
  const key = keyOf(subject);
  const { write, fault } = useWrite();
  const [, setDiscarded] = useState(false);
  const draftKey = [id, changesKey(id)].find((each) => readDraft(each).trim() !== '');
  if (draftKey === undefined) return null;
  const send = async (body: string): Promise<void> => {
    await createNote({ of: noted[kind] ?? 'actions', id }, { body });
    forgetDraft(draftKey);
    focusRow(key);
  };
  const discard = (): void => {
    const text = readDraft(draftKey);
    forgetDraft(draftKey);
    setDiscarded(true);
    focusRow(key);
    showDone(t('Discarded.'), () => {
      keepDraft(draftKey, text);
      setDiscarded(false);
      return Promise.resolve();
    });
  };
  return (
    <>
      <TextForm
        key={draftKey}
        draftKey={draftKey}
        label={t('You wrote, not sent:')}
        action={t('Send as a note')}
        // Who types in the form that this replaces goes on: their letters must not be commands.
        hasFocus={document.activeElement?.matches(`[data-row="${key}"] textarea`) === true}
        isReadOnly
        onSend={(text) => void write(() => send(text), { done: t('The note is written.') })}
      >
        <button type="button" className="button" onClick={discard}>
          {t('Discard')}
        </button>
      </TextForm>
      {fault !== undefined && <p role="alert">{fault}</p>}
    </>
  );
}

/** The records, other than actions, that take the notes. */
const noted: Partial<Record<Subject['kind'], 'orders' | 'proposals' | 'questions'>> = {
  question: 'questions',
  proposal: 'proposals',
  checkin: 'orders',
};

/** The form that is open in a row. */
export type RowForm = 'write' | 'no' | 'change';

/** Decides about a row, after which the focus is on the next one, and opens forms in it. */
export function useDecide(subject: Subject) {
  const key = keyOf(subject);
  const [form, setForm] = useState<RowForm>();
  return {
    form,
    show: (name: RowForm) => setForm(name),
    /** Closes the form. Returns false when none is open. */
    close: (): boolean => {
      if (form === undefined) return false;
      setForm(undefined);
      focusRow(key);
      return true;
    },
    decide: (decision: Decision) => {
      focusAfter(key);
      setForm(undefined);
      decide(subject, decision);
    },
  };
}
