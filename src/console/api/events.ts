import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { unwrap, type components, type operations } from 'callboard-client';
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
