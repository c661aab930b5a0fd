import { kindsOf } from '../../api/event-kinds';
import { useEvents, type FeedEvent } from '../../api/events';
import { useNotes, type Note } from '../../notes/note';

/** An entry of the timeline. */
export type Entry =
  | { readonly at: string; readonly key: string; readonly note: Note }
  | { readonly at: string; readonly key: string; readonly event: FeedEvent };

// Without notes: the list of notes has them.
const kinds = kindsOf(['action', 'claim', 'link', 'proposal', 'question']);

/** The notes and the events of an action, newest first. `more` reads older ones. */
export function useTimeline(id: string) {
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
        if (source.hasNextPage) void source.fetchNextPage();
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
