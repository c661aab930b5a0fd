import { Failure } from '../ui/failure';
import { MoreButton } from '../ui/page';
import { useNotes, type Noted } from './note';
import { NoteItem } from './note-item';
import { NotesPanel } from './notes-panel';

/** The notes on a record, newest first, with a form for another one. */
export function NoteList(noted: Noted) {
  const reading = useNotes(noted);
  const { list, notes } = reading;
  return (
    <NotesPanel title="Notes" count={list.data?.pages[0]?.total} noted={noted} reading={reading}>
      {(onEdit) => (
        <>
          {list.error !== null && (
            <Failure error={list.error} onRetry={() => void list.refetch()} />
          )}
          {notes?.length === 0 && (
            <p className="muted">Remarks of people and agents appear here.</p>
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
