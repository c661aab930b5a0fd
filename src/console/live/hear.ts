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
// Such reads may send so many requests at once, and then one in each of these times. With the
// requests of timers, a tab sends at most 20 in a minute.
const maxCredit = 5;
const requestMs = 6_000;
const minuteMs = 60_000;
// So many events concern everything.
const maxHeard = 300;

let heard: FeedEvent[] = [];
let credit = maxCredit;
let lastRead = 0;
let nextRead = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let uncounted: FeedEvent[] = [];
let lastCount = 0;
let countTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reads again what shows the record of an event: soon, or after the pause that follows a read. The
 * pause is longer after many requests. The rows of records that leave a list say what the
 * event says.
 */
export function hear(event: FeedEvent): void {
  if (removes(event)) tell(event, sentenceOf(event));
  heard.push(event);
  timer ??= setTimeout(readStale, Math.max(joinMs, nextRead - Date.now()));
}

onLeave(() => {
  clearTimeout(timer);
  clearTimeout(countTimer);
  timer = undefined;
  heard = [];
  uncounted = [];
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
  uncounted.push(...heard);
  read(heard, (query) => !isCount(query));
  heard = [];
  readCounts();
}

/** Reads the counts when other requests leave room for them, and at least once in a minute. */
function readCounts(): void {
  clearTimeout(countTimer);
  const now = Date.now();
  const counts = queries.getQueryCache().findAll({ type: 'active', predicate: isCount });
  const due = Math.min(now + (counts.length - creditAt(now)) * requestMs, lastCount + minuteMs);
  if (due > now) {
    countTimer = setTimeout(readCounts, due - now);
    return;
  }
  lastCount = now;
  read(uncounted, isCount);
  uncounted = [];
}

/** Reads again those of the queries that the events concern. */
function read(events: readonly FeedEvent[], isWanted: (query: Query) => boolean): void {
  const stale = queries.getQueryCache().findAll({
    predicate: (query) => isWanted(query) && (events.length > maxHeard || concerns(query, events)),
  });
  const active = stale.filter((query) => query.isActive());
  const requests = active.reduce((sum, query) => sum + pagesOf(query), 0);
  if (requests > 0) {
    const now = Date.now();
    credit = creditAt(now) - requests;
    lastRead = now;
    nextRead = now + Math.max(pauseMs, -credit * requestMs);
  }
  void queries.invalidateQueries({ predicate: (query) => stale.includes(query) });
}

function creditAt(now: number): number {
  return Math.min(maxCredit, credit + (now - lastRead) / requestMs);
}

/** Whether a query reads one record, for the total of the list. */
function isCount({ queryKey: [, , init] }: Query): boolean {
  return Object(Object(Object(init).params).query).limit === 1;
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
