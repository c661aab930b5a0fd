import { Suspense, useState, type ReactNode, type MouseEvent } from 'react';
import { client } from '../api/client';
import { keepDraft, readDraft } from '../api/person';
import { AttachButton, DropZone, UploadState, useUploads } from '../files/attaching';
import { FileList, type AttachedFile } from '../files/file-list';
import { isTyping } from '../keys/keys';
import { typedSince } from '../ui/fields';
import { Failure, lazyForm } from '../ui/loading';
import { MoreButton, Panel } from '../ui/page';
import { TextForm } from '../ui/text-form';
import { useWrite } from '../ui/use-write';
import { changeNote, createNote, useNotes, type Note, type Noted } from './note';
import { t, Trans } from '../texts/texts';
import { useSession } from '../api/session';
import { moreOf } from '../api/read-options';
import { LongMarkdown, MarkdownWords } from '../ui/markdown';
import { partsOf, short } from '../ui/short-text';
import { Time } from '../ui/time';

/** The notes on a record, newest first, with a form for another one. */
export function NoteList(noted: Noted) {
  const reading = useNotes(noted);
  const { list, notes } = reading;
  return (
    <NotesPanel
      title={t('Notes')}
      count={list.data?.pages[0]?.total}
      noted={noted}
      reading={reading}
    >
      {(onEdit) => (
        <>
          {list.error !== null && (
            <Failure error={list.error} onRetry={() => void list.refetch()} />
          )}
          {notes?.length === 0 && (
            <p className="muted">{t('Remarks of people and agents appear here.')}</p>
          )}
          {notes !== undefined && notes.length > 0 && (
            <ul className="notes">
              {notes.map((note) => (
                <li key={note.id}>
                  <NoteItem note={note} onEdit={onEdit} />
                </li>
              ))}
            </ul>
          )}
          <MoreButton {...moreOf(list)} />
        </>
      )}
    </NotesPanel>
  );
}

const NoteDialog = lazyForm(async () => ({ default: (await import('./note-dialog')).NoteDialog }));

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
          data-reads
          type="button"
          className={`button button-small button-${isWithArchived ? 'recommended' : 'quiet'}`}
          aria-pressed={isWithArchived}
          onClick={() => showArchived(!isWithArchived)}
        >
          {t('Show archived notes')}
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

/** Writes a note on a record, with files that are chosen, dropped or pasted. */
function NoteForm({ noted }: { readonly noted: Noted }) {
  const draftKey = `note-${noted.id}`;
  const [begun, setBegun] = useState({ count: 0, hasFocus: false });
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const { write, isSending, fault } = useWrite();
  const { upload, sent, faults } = useUploads();
  const isBusy = isSending || sent !== undefined;

  async function attach(chosen: readonly File[]): Promise<void> {
    const arrived = await upload(chosen);
    setFiles((before) => [...before, ...arrived]);
  }

  function discard({ id }: AttachedFile): void {
    setFiles(files.filter((file) => file.id !== id));
    // A file that cannot be deleted now is deleted after a week.
    client.DELETE('/v1/files/{id}', { params: { path: { id } } }).catch(() => undefined);
  }

  async function send(body: string): Promise<void> {
    // Otherwise the note would lack the files that are on their way.
    if (isBusy) return;
    const file_ids = files.map(({ id }) => id);
    const note = await write(
      () => createNote(noted, { body, ...(file_ids.length > 0 && { file_ids }) }),
      {
        done: t('The note is written.'),
        undo: (one) => changeNote(one.id, one, { archived: true }),
      },
    );
    if (note === undefined) return;
    // The person may have gone on typing, here or elsewhere, or have attached more files.
    keepDraft(draftKey, typedSince(body, readDraft(draftKey).trimStart()));
    setFiles((now) => now.filter((file) => !files.includes(file)));
    const hasFocus = document.activeElement?.matches('.text-form *') === true;
    setBegun({ count: begun.count + 1, hasFocus });
  }

  return (
    <DropZone className="stack" takesPaste onChoose={(chosen) => void attach(chosen)}>
      <TextForm
        key={begun.count}
        draftKey={draftKey}
        label={t('A note that people and agents read')}
        action={t('Write the note')}
        isMarkdown
        hasFocus={begun.hasFocus}
        onSend={(text) => void send(text)}
      />
      <FileList files={files}>
        {(file) => (
          <button
            type="button"
            className="button button-small button-quiet"
            onClick={() => discard(file)}
          >
            <Trans
              id="Remove {name}"
              values={{ name: <span className="visually-hidden">{file.name}</span> }}
            />
          </button>
        )}
      </FileList>
      <div className="actions">
        <AttachButton isQuiet isBusy={isBusy} onChoose={(chosen) => void attach(chosen)} />
      </div>
      <UploadState sent={sent} faults={fault === undefined ? faults : [...faults, fault]} />
    </DropZone>
  );
}

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
    <span className="visually-hidden">
      <Trans
        id="the note “{body}”"
        values={{ body: <MarkdownWords text={short(partsOf(note.body).title)} /> }}
      />
    </span>
  );

  async function archive({ currentTarget: button }: MouseEvent): Promise<void> {
    const changed = await write(() => changeNote(id, note, { archived: !archived }), {
      done: archived ? t('The note is restored.') : t('The note is archived.'),
      undo: (now) => changeNote(id, now, { archived }),
    });
    // An archived note may leave the list with its buttons. This one shows it again.
    if (changed?.archived !== true || isTyping()) return;
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
