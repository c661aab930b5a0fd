import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSession } from '../../api/session';
import { Feed, type FeedEvent, type FeedFilters } from './feed';

/** Where a part begins; the newest part without a cursor. */
interface Start {
  readonly older?: string;
}

const newest: Start = {};

/**
 * The events that match the filters, newest first. Events that come while the person reads wait
 * until `showFresh` is called.
 */
export function useFeed(filters: FeedFilters) {
  const key = JSON.stringify(filters);
  const workspaceId = useSession().data?.workspace.id;
  const feed = useMemo(() => {
    // The cursor counts all events, so those of the feed without filters are worth keeping.
    const isAll = key === '{}' && workspaceId !== undefined;
    return new Feed(JSON.parse(key), isAll ? `callboard.feed.${workspaceId}` : undefined);
  }, [key, workspaceId]);
  const query = useInfiniteQuery({
    queryKey: ['feed', { key, workspaceId }],
    queryFn: ({ pageParam, signal }) =>
      pageParam.older === undefined ? feed.newest(signal) : feed.older(pageParam.older, signal),
    initialPageParam: newest,
    getNextPageParam: ({ older }) => (older === undefined ? undefined : { older }),
    placeholderData: keepPreviousData,
    enabled: workspaceId !== undefined,
  });
  const parts = query.data?.pages;
  const items = useMemo(() => distinct(parts?.flatMap((part) => part.items) ?? []), [parts]);
  const [top, setTop] = useState<{ readonly key: string; readonly id: string }>();
  const first = items[0];
  if (first !== undefined && top?.key !== key && !query.isPlaceholderData) {
    setTop({ key, id: first.id });
  }
  const fresh =
    top?.key === key
      ? Math.max(
          0,
          items.findIndex(({ id }) => id === top.id),
        )
      : 0;
  return {
    query,
    events: items.slice(fresh),
    fresh,
    showFresh: () => setTop(first && { key, id: first.id }),
    hasNewer: parts?.[0]?.hasNewer ?? false,
  };
}

/** Parts may overlap where old events have been deleted. */
function distinct(events: readonly FeedEvent[]): readonly FeedEvent[] {
  return [...new Map(events.map((event) => [event.id, event])).values()];
}
