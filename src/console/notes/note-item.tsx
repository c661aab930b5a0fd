import type { MouseEvent } from 'react';
import { useSession } from '../api/session';
import { FileList } from '../files/file-list';
import { LongMarkdown } from '../ui/markdown';
import { short } from '../ui/short-text';
import { Time } from '../ui/time';
import { useWrite } from '../ui/use-write';
import { changeNote, type Note } from './note';

/** A note. Its author edits it, archives it and restores it. */
export function NoteItem({
  note,
  onEdit,
}: {
  readonly note: Note;
  readonly onEdit: (note: Note) => void;
}) {
  const me = useSession().data?.user.actor_id;
  const { write, fault } = useWrite();
  const { id, archived, edited_at: edited } = note;
  const name = note.created_by_actor_name ?? 'Somebody';
  const about = <span className="visually-hidden">the note “{short(note.body)}”</span>;

  async function archive({ currentTarget: button }: MouseEvent): Promise<void> {
    const changed = await write(() => changeNote(id, note, { archived: !archived }), {
      done: archived ? 'The note is restored.' : 'The note is archived.',
      undo: (now) => changeNote(id, now, { archived }),
    });
    // An archived note may leave the list with its buttons. This one shows it again.
    if (changed?.archived !== true) return;
    button.closest('.panel')?.querySelector<HTMLElement>('[aria-pressed=false]')?.focus();
  }

  return (
    <article className="note" aria-label={`Note of ${name}`}>
      <p className="row-meta">
        <strong dir="auto">{name}</strong>
        {note.created_by_actor_kind === 'agent' && ' (agent)'} {verbs[note.kind]}{' '}
        <Time at={note.created_at} />
        {edited !== null && (
          <span>
            edited <Time at={edited} />
          </span>
        )}
        {archived && <span>archived</span>}
      </p>
      <LongMarkdown text={note.body} under={2} />
      <FileList files={note.files} />
      {fault !== undefined && (
        <p className="notice notice-bad" role="alert">
          {fault}
        </p>
      )}
      {note.kind === 'note' && note.created_by_actor_id === me && (
        <div className="actions">
          <button
            type="button"
            className="button button-small button-quiet"
            onClick={() => onEdit(note)}
          >
            Edit {about}
          </button>
          <button
            type="button"
            className="button button-small button-quiet"
            onClick={(event) => void archive(event)}
          >
            {archived ? 'Restore' : 'Archive'} {about}
          </button>
        </div>
      )}
    </article>
  );
}

const verbs: Readonly<Record<Note['kind'], string>> = {
  note: 'wrote',
  heartbeat: 'works on it',
  completion: 'wrote the result',
  system: 'wrote',
};
