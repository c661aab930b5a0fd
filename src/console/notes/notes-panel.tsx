import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Panel } from '../ui/page';
import { changeNote, type Note, type Noted, type useNotes } from './note';
import { NoteForm } from './note-form';

const NoteDialog = lazy(async () => ({ default: (await import('./note-dialog')).NoteDialog }));

/** The panel around a list with notes: a form for a new note, and the dialog for editing one. */
export function NotesPanel({
  title,
  count,
  noted,
  reading: { isWithArchived, showArchived },
  children,
}: {
  readonly title: string;
  readonly count?: number | undefined;
  readonly noted: Noted;
  readonly reading: ReturnType<typeof useNotes>;
  /** The list. Its notes call `onEdit`. */
  readonly children: (onEdit: (note: Note) => void) => ReactNode;
}) {
  // Here and not in the list, from which new notes may push the edited one.
  const [edited, setEdited] = useState<Note>();
  return (
    <Panel
      title={title}
      count={count}
      actions={
        <button
          type="button"
          className={`button button-small button-${isWithArchived ? 'recommended' : 'quiet'}`}
          aria-pressed={isWithArchived}
          onClick={() => showArchived(!isWithArchived)}
        >
          Show archived notes
        </button>
      }
    >
      <NoteForm noted={noted} />
      {children(setEdited)}
      {edited !== undefined && (
        <Suspense>
          <NoteDialog note={edited} change={changeNote} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </Panel>
  );
}
