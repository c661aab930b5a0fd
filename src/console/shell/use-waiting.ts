import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { api } from '../api/client';
import { countsRead, nowRead, readAgain } from '../api/command-view';
import { useEntries } from '../decisions/entries';
import { notifyOfWaiting } from '../live/notifications';
import { slow } from '../live/slow';
import { setWaitingCount } from '../ui/title';

/** How many records wait for a person, by the screen that shows them. */
export type Waiting = Readonly<Partial<Record<'Inbox' | 'Review' | 'Questions', number>>>;

/** Counts what waits, for the navigation, the tab's title and the notifications. */
export function useWaiting(isSignedIn: boolean): Waiting {
  const [path] = useLocation();
  // The screen Now reads the same view, so nothing is read twice.
  const parameters = path === '/app' ? nowRead : countsRead;
  const { data } = api.useQuery('get', '/v1/views/command', parameters, {
    ...readAgain,
    ...(path !== '/app' && slow),
    enabled: isSignedIn,
    placeholderData: (before) => before,
  });
  const decided = [...useEntries().values()].filter(
    (entry) =>
      (entry.state === 'waiting' || entry.state === 'sending') && entry.subject.kind !== 'captured',
  ).length;
  const { metrics, proposals, truncated } = data ?? {};
  const questions =
    (metrics?.question_count ?? 0) + (proposals?.length ?? 0) + (truncated?.proposals ?? 0);
  const reviews = metrics?.review_count ?? 0;
  const all = Math.max(0, questions + reviews - decided);
  const isKnown = data !== undefined;
  useEffect(() => {
    setWaitingCount(all);
    if (isKnown) notifyOfWaiting(all);
    return () => setWaitingCount(0);
  }, [all, isKnown]);
  return { Inbox: metrics?.inbox_count ?? 0, Review: reviews, Questions: questions };
}
