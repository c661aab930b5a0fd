import { Suspense, useState, type ReactNode } from 'react';
import { client } from '../api/client';
import { forgetDraft } from '../api/person';
import { AttachButton, DropZone, UploadState, useUploads } from '../files/attaching';
import { FileList, type AttachedFile } from '../files/file-list';
import { Failure, lazy } from '../ui/loading';
import { MoreButton, Panel } from '../ui/page';
import { TextForm } from '../ui/text-form';
import { useWrite } from '../ui/use-write';
import { changeNote, createNote, useNotes, type Note, type Noted } from './note';
import { NoteItem } from './note-item';
import { t, Trans } from '../texts/texts';

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
          <MoreButton
            hasMore={list.hasNextPage}
            isReading={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
          />
        </>
      )}
    </NotesPanel>
  );
}

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
  const [written, setWritten] = useState(0);
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
    forgetDraft(draftKey);
    setFiles([]);
    setWritten(written + 1);
  }

  return (
    <DropZone className="stack" takesPaste onChoose={(chosen) => void attach(chosen)}>
      <TextForm
        key={written}
        draftKey={draftKey}
        label={t('A note that people and agents read')}
        action={t('Write the note')}
        isMarkdown
        hasFocus={written > 0}
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
