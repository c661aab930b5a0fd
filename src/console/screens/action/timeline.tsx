import { kindsOf, useEvents, type FeedEvent } from '../../api/events';
import { readMore } from '../../api/read-options';
import { useNotes, type Note } from '../../notes/note';
import { NoteItem, NotesPanel } from '../../notes/notes-panel';
import { Failure } from '../../ui/loading';
import { MoreButton } from '../../ui/page';
import { short } from '../../ui/short-text';
import { Time } from '../../ui/time';
import { t } from '../../texts/texts';

/** The notes and the events of the action, newest first, and a field for a new note. */
export function Timeline({ id }: { readonly id: string }) {
  const { reading, entries, isReady, error, retry, hasMore, isReading, more } = useTimeline(id);
  return (
    <NotesPanel title={t('Timeline')} noted={{ of: 'actions', id }} reading={reading}>
      {(onEdit) => (
        <>
          {error !== null && <Failure error={error} onRetry={retry} />}
          {!isReady && error === null && <div className="skeleton skeleton-row" aria-busy="true" />}
          {isReady && (
            <ol className="timeline">
              {entries.map((entry) => (
                <li key={entry.key}>
                  {'note' in entry ? (
                    <NoteItem note={entry.note} onEdit={onEdit} />
                  ) : (
                    <p className="event">
                      <span dir="auto">{sentenceOf(entry.event)}</span> <Time at={entry.at} />
                    </p>
                  )}
                </li>
              ))}
            </ol>
          )}
          <div className="actions">
            <MoreButton hasMore={hasMore} isReading={isReading} onMore={more} />
          </div>
        </>
      )}
    </NotesPanel>
  );
}

/** What has happened. The service names some other actions and documents by their ids only. */
function sentenceOf({ kind, actor, summary, subject, document_id: document }: FeedEvent): string {
  if (kind === 'action.blocker_added') return t('{name} added a blocker.', { name: actor.name });
  if (kind === 'action.blocker_removed')
    return t('{name} removed a blocker.', { name: actor.name });
  const isNamed = subject.type !== 'action' && subject.title !== document;
  return isNamed ? `${summary} “${short(subject.title)}”` : summary;
}

/** An entry of the timeline. */
export type Entry =
  | { readonly at: string; readonly key: string; readonly note: Note }
  | { readonly at: string; readonly key: string; readonly event: FeedEvent };

// Without notes: the list of notes has them.
const kinds = kindsOf(['action', 'claim', 'link', 'proposal', 'question']);

/** The notes and the events of an action, newest first. `more` reads older ones. */
function useTimeline(id: string) {
  const reading = useNotes({ of: 'actions', id });
  const { list, notes = [] } = reading;
  const events = useEvents({ action_id: id, kind: kinds }, 50);
  const found = events.data?.pages.flatMap(({ items }) => items) ?? [];
  const sources = [list, events];
  return {
    reading,
    // An entry waits until everything newer is read.
    entries: merge(notes, found).filter(
      ({ at }) =>
        !(list.hasNextPage && at < oldestOf(notes)) &&
        !(events.hasNextPage && at < oldestOf(found)),
    ),
    isReady: list.data !== undefined && events.data !== undefined,
    error: list.error ?? events.error,
    retry: () => sources.forEach((source) => void source.refetch()),
    hasMore: sources.some((source) => source.hasNextPage),
    isReading: sources.some((source) => source.isFetchingNextPage),
    // Both, so that at least one page appears whatever the other one holds back.
    more: () =>
      sources.forEach((source) => {
        if (source.hasNextPage) void readMore(source);
      }),
  };
}

function oldestOf(items: readonly { readonly created_at: string }[]): string {
  return items.at(-1)?.created_at ?? '';
}

function merge(notes: readonly Note[], events: readonly FeedEvent[]): readonly Entry[] {
  const entries: Entry[] = [
    ...notes.map((note) => ({ at: note.created_at, key: note.id, note })),
    ...events.map((event) => ({ at: event.created_at, key: event.id, event })),
  ];
  return entries.toSorted((one, other) => Number(one.at < other.at) - Number(one.at > other.at));
}
