import type { MouseEvent } from 'react';
import { useSession } from '../api/session';
import { FileList } from '../files/file-list';
import { LongMarkdown } from '../ui/markdown';
import { short } from '../ui/short-text';
import { Time } from '../ui/time';
import { useWrite } from '../ui/use-write';
import { changeNote, type Note } from './note';
import { t, Trans } from '../texts/texts';

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
  const name = note.created_by_actor_name ?? t('Somebody');
  const about = (
    <span className="visually-hidden">{t('the note “{body}”', { body: short(note.body) })}</span>
  );

  async function archive({ currentTarget: button }: MouseEvent): Promise<void> {
    const changed = await write(() => changeNote(id, note, { archived: !archived }), {
      done: archived ? t('The note is restored.') : t('The note is archived.'),
      undo: (now) => changeNote(id, now, { archived }),
    });
    // An archived note may leave the list with its buttons. This one shows it again.
    if (changed?.archived !== true) return;
    button.closest('.panel')?.querySelector<HTMLElement>('[aria-pressed=false]')?.focus();
  }

  return (
    <article className="note" aria-label={t('Note of {name}', { name })}>
      <p className="row-meta">
        <strong dir="auto">{name}</strong>
        {note.created_by_actor_kind === 'agent' && ` ${t('(agent)')}`} {verbs[note.kind]}{' '}
        <Time at={note.created_at} />
        {edited !== null && (
          <span>
            <Trans id="edited {time}" values={{ time: <Time at={edited} /> }} />
          </span>
        )}
        {archived && <span>{t('archived')}</span>}
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
            <Trans id="Edit {about}" values={{ about }} />
          </button>
          <button
            type="button"
            className="button button-small button-quiet"
            onClick={(event) => void archive(event)}
          >
            {archived ? t('Restore') : t('Archive')} {about}
          </button>
        </div>
      )}
    </article>
  );
}

const verbs: Readonly<Record<Note['kind'], string>> = {
  note: t('wrote'),
  heartbeat: t('works on it'),
  completion: t('wrote the result'),
  system: t('wrote'),
};
