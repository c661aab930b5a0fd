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
// The most requests of such reads in a minute. With those of timers, there are at most 20, also on a
// slow machine.
const most = 12;
const minuteMs = 60_000;
// So many events concern everything.
const maxHeard = 300;

let heard: FeedEvent[] = [];
let reads: readonly { readonly at: number; readonly cost: number }[] = [];
let due = Infinity;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reads again what shows the record of an event: soon, or after the pause that follows a read. The
 * rows of records that leave a list say what the event says.
 */
export function hear(event: FeedEvent): void {
  if (removes(event)) tell(event, sentenceOf(event));
  heard.push(event);
  const last = reads.at(-1)?.at ?? -Infinity;
  const at = event.kind === 'action.heartbeat' ? earliest() : last + pauseMs;
  // A heartbeat may wait for longer than what follows it.
  if (timer !== undefined && at >= due) return;
  clearTimeout(timer);
  due = at;
  timer = wait(Math.max(joinMs, at - Date.now()));
}

onLeave(() => {
  clearTimeout(timer);
  timer = undefined;
  heard = [];
});

/** When the next read may begin, which is expected to cost as much as the last one. */
function earliest(): number {
  reads = reads.filter(({ at }) => Date.now() - at < minuteMs);
  const last = reads.at(-1);
  if (last === undefined) return 0;
  let spent = reads.reduce((sum, { cost }) => sum + cost, last.cost);
  let at = last.at + pauseMs;
  for (const one of reads) {
    if (spent <= most) break;
    spent -= one.cost;
    at = Math.max(at, one.at + minuteMs);
  }
  return at;
}

function wait(ms: number): ReturnType<typeof setTimeout> {
  return setTimeout(readStale, ms);
}

function readStale(): void {
  // A list that is read again would drop the page that it is reading after a click on "Show more".
  if (
    queries.isFetching({ predicate: ({ state }) => state.fetchMeta?.fetchMore !== undefined }) > 0
  ) {
    timer = wait(joinMs);
    return;
  }
  timer = undefined;
  const events = heard;
  heard = [];
  const stale = queries.getQueryCache().findAll({
    predicate: (query) => events.length > maxHeard || concerns(query, events),
  });
  const read = stale.filter((query) => query.isActive());
  if (read.length > 0) {
    const cost = read.reduce((sum, query) => sum + pagesOf(query), 0);
    reads = [...reads, { at: Date.now(), cost }];
  }
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
