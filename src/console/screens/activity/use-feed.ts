import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { unwrap, type components, type operations } from 'callboard-client';
import { useMemo, useState } from 'react';
import { client } from '../../api/client';

/** An event of the workspace. */
export type FeedEvent = components['schemas']['Event'];

/** What the events must match. */
export type FeedFilters = Omit<
  NonNullable<operations['readEvents']['parameters']['query']>,
  'after' | 'before' | 'limit'
>;

/**
 * The events that match the filters, newest first. Events that come while the person reads wait
 * until `showFresh` is called.
 */
export function useFeed(filters: FeedFilters) {
  const key = JSON.stringify(filters);
  const query = useInfiniteQuery({
    queryKey: ['get', '/v1/events', filters],
    queryFn: ({ pageParam: before, signal }) =>
      unwrap(
        client.GET('/v1/events', {
          params: { query: { ...filters, before, limit: 100 } },
          signal,
        }),
      ),
    initialPageParam: 'now',
    getNextPageParam: ({ page }) => (page.has_more ? page.next : undefined),
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages;
  const items = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  const [top, setTop] = useState<{ readonly key: string; readonly id: string }>();
  const first = items[0];
  if (first !== undefined && top?.key !== key && !query.isPlaceholderData) {
    setTop({ key, id: first.id });
  }
  const isShown = ({ id }: FeedEvent): boolean => id === top?.id;
  const fresh = top?.key === key ? Math.max(0, items.findIndex(isShown)) : 0;
  return {
    query,
    events: items.slice(fresh),
    fresh,
    showFresh: () => setTop(first && { key, id: first.id }),
  };
}
