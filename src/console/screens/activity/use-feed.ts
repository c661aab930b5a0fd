import { useMemo, useState } from 'react';
import { useEvents, type FeedEvent, type FeedFilters } from '../../api/events';

/**
 * The events that match the filters, newest first. Events that come while the person reads wait
 * until `showFresh` is called.
 */
export function useFeed(filters: FeedFilters) {
  const key = JSON.stringify(filters);
  const query = useEvents(filters, 100);
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
