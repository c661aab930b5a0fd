import type { Query } from '@tanstack/react-query';
import { queries } from '../api/client';
import type { FeedEvent } from '../api/events';
import { onLeave } from '../api/person';
import { sessionKey, type Session } from '../api/session';
import { tell } from '../decisions/outcomes';
import { concerns } from './concerns';

// One burst of events is one read.
const joinMs = 250;
// The shortest time between two reads because of events.
const pauseMs = 5_000;
// The time for each request of such a read. With the requests of timers, a tab sends at most 20 in a
// minute.
const requestMs = 5_000;
// So many events concern everything.
const maxHeard = 300;

let heard: FeedEvent[] = [];
let nextRead = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reads again what shows the record of an event: soon, or after the pause that follows a read. The
 * pause is longer after a read of many requests. The rows of records that leave a list say what the
 * event says.
 */
export function hear(event: FeedEvent): void {
  if (removes(event)) tell(event, sentenceOf(event));
  heard.push(event);
  timer ??= setTimeout(readStale, Math.max(joinMs, nextRead - Date.now()));
}

onLeave(() => {
  clearTimeout(timer);
  timer = undefined;
  heard = [];
});

function readStale(): void {
  // A list that is read again would drop the page that it is reading after a click on "Show more".
  if (
    queries.isFetching({ predicate: ({ state }) => state.fetchMeta?.fetchMore !== undefined }) > 0
  ) {
    timer = setTimeout(readStale, joinMs);
    return;
  }
  timer = undefined;
  const events = heard;
  heard = [];
  const stale = queries.getQueryCache().findAll({
    predicate: (query) => events.length > maxHeard || concerns(query, events),
  });
  const read = stale.filter((query) => query.isActive());
  const requests = read.reduce((sum, query) => sum + pagesOf(query), 0);
  if (requests > 0) nextRead = Date.now() + Math.max(pauseMs, requests * requestMs);
  void queries.invalidateQueries({ predicate: (query) => stale.includes(query) });
}

/** Whether an event can be the reason that a record leaves a list. */
function removes({ kind, summary }: FeedEvent): boolean {
  return kind !== 'action.updated' || /status|defer_until|assigned|project/.test(summary);
}

/** The number of requests that read a query again. */
function pagesOf({ state: { data } }: Query): number {
  const isPaged = typeof data === 'object' && data !== null && 'pages' in data;
  return isPaged && Array.isArray(data.pages) ? data.pages.length : 1;
}

/** What the row of a record says when the event has removed it from the list. */
function sentenceOf({ kind, actor, summary }: FeedEvent): string {
  if (!summary.startsWith(actor.name)) return summary;
  const isMe = queries.getQueryData<Session>(sessionKey)?.user.actor_id === actor.id;
  const name = isMe ? 'You' : actor.name;
  const rest = summary.slice(actor.name.length);
  return kind === 'question.answered' ? `${name} answered “${rest.slice(2)}”.` : name + rest;
}
