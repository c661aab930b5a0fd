import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { eventKinds, unwrap, type components, type operations } from 'callboard-client';
import { client } from './client';

/** An event of the workspace. */
export type FeedEvent = components['schemas']['Event'];

/** What the events must match. */
export type FeedFilters = Omit<
  NonNullable<operations['readEvents']['parameters']['query']>,
  'after' | 'before' | 'limit'
>;

/** Reads the events that match the filters, newest first, a page at a time. */
export function useEvents(filters: FeedFilters, limit: number) {
  return useInfiniteQuery({
    queryKey: ['get', '/v1/events', filters, limit],
    queryFn: ({ pageParam: before, signal }) =>
      unwrap(
        client.GET('/v1/events', { params: { query: { ...filters, before, limit } }, signal }),
      ),
    initialPageParam: 'now',
    getNextPageParam: ({ page }) => (page.has_more ? page.next : undefined),
    placeholderData: keepPreviousData,
  });
}

/** A kind of event. */
export type EventKind = components['schemas']['EventKind'];

/** The type of what an event is about: the first word of its kind. */
export type Subject = EventKind extends `${infer First}.${string}` ? First : never;

/** All kinds of events, by their subject, both in the order of the contract. */
export const kindsBySubject: ReadonlyMap<string, readonly EventKind[]> = grouped();

/** The kinds of events about these subjects, without heartbeats, because there are many. */
export function kindsOf(subjects: readonly Subject[]): EventKind[] {
  const kinds = subjects.flatMap((subject) => kindsBySubject.get(subject) ?? []);
  return kinds.filter((kind) => kind !== 'action.heartbeat');
}

function grouped(): ReadonlyMap<string, readonly EventKind[]> {
  const groups = new Map<string, EventKind[]>();
  for (const kind of eventKinds) {
    const subject = kind.slice(0, kind.indexOf('.'));
    groups.set(subject, [...(groups.get(subject) ?? []), kind]);
  }
  return groups;
}
