import { useInfiniteQuery } from '@tanstack/react-query';
import { unwrap, type components } from 'callboard-client';
import { useEffect } from 'react';
import { api, client } from '../../api/client';
import { byOffset } from '../../api/pages';

/** A note of an action. */
export type Note = components['schemas']['Note'];

/** An event of an action. */
export type Event = components['schemas']['Event'];

/** An entry of the timeline. */
export type Entry =
  | { readonly at: string; readonly key: string; readonly note: Note }
  | { readonly at: string; readonly key: string; readonly event: Event };

// Without heartbeats and notes: the list of notes has both.
const kinds: Event['kind'][] = [
  'action.approved',
  'action.assigned',
  'action.blocker_added',
  'action.blocker_removed',
  'action.claimed',
  'action.completed',
  'action.created',
  'action.dropped',
  'action.rejected',
  'action.released',
  'action.reopened',
  'action.stalled',
  'action.unblocked',
  'action.undeferred',
  'action.updated',
  'claim.expired',
  'link.created',
  'link.deleted',
  'proposal.created',
  'proposal.denied',
  'proposal.permitted',
  'question.answered',
  'question.asked',
  'question.closed',
  'question.dismissed',
  'question.expired',
];

/**
 * The notes and the events of an action, newest first. The service lists events oldest first, so
 * all of them are read; of the notes only the newest, until `more` is called.
 */
export function useTimeline(id: string) {
  const notes = api.useInfiniteQuery(
    'get',
    '/v1/actions/{id}/notes',
    { params: { path: { id }, query: { limit: 20 } } },
    byOffset,
  );
  const events = useInfiniteQuery({
    queryKey: ['get', '/v1/events', id],
    queryFn: ({ pageParam, signal }) => readPage(id, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ page }) => (page.has_more ? page.next : undefined),
  });
  const { hasNextPage, isFetching, fetchNextPage } = events;
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);

  return {
    entries: merge(
      notes.data?.pages.flatMap(({ items }) => items) ?? [],
      events.data?.pages.flatMap(({ items }) => items) ?? [],
      notes.hasNextPage,
    ),
    isReady: notes.data !== undefined && events.data !== undefined,
    error: notes.error ?? events.error,
    retry: () => void Promise.all([notes.refetch(), events.refetch()]),
    hasMore: notes.hasNextPage,
    isReading: notes.isFetchingNextPage,
    more: () => void notes.fetchNextPage(),
  };
}

function readPage(id: string, after: string, signal: AbortSignal) {
  const start = after === '' ? {} : { after };
  const query = { action_id: id, kind: kinds, limit: 200, ...start };
  return unwrap(client.GET('/v1/events', { params: { query }, signal }));
}

/** Interleaves both. Events that are older than the notes which were read wait for these. */
function merge(
  notes: readonly Note[],
  events: readonly Event[],
  hasOlderNotes: boolean,
): readonly Entry[] {
  const oldest = hasOlderNotes ? (notes.at(-1)?.created_at ?? '') : '';
  const newestEvents = events.toReversed().filter((event) => event.created_at >= oldest);
  const entries: Entry[] = [
    ...notes.map((note) => ({ at: note.created_at, key: note.id, note })),
    ...newestEvents.map((event) => ({ at: event.created_at, key: event.id, event })),
  ];
  return entries.toSorted((one, other) => Number(one.at < other.at) - Number(one.at > other.at));
}
