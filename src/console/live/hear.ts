import type { Query } from '@tanstack/react-query';
import { api, queries } from '../api/client';
import type { FeedEvent } from '../api/events';
import { onLeave } from '../api/person';
import { sessionKey, type Session } from '../api/session';
import { tell } from '../decisions/decisions';
import { isSlow } from '../api/read-options';
import { type ListPage, mergePages, offsetOf, pagesToRead } from './some-pages';
import { t } from '../texts/texts';

// One burst of events is one read.
const joinMs = 250;
// The pause for each request of a read because of events. With those of timers and of slow queries, a
// tab sends at most 20 requests in a minute.
const pauseMs = 6_000;
// The pause after a read of slow queries: at least this, and longer after one of many requests, so
// that no minute has two of those.
const slowPauseMs = 60_000;
const slowRequestMs = 15_000;
// So many events concern everything.
const maxHeard = 300;

let heard: FeedEvent[] = [];
let nextRead = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let nextSlowRead = 0;
let slowTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reads again what shows the record of an event: soon, or after the pause that follows a read. The
 * pause is longer after a read of several requests. Slow queries are read at most once a minute. The
 * rows of records that leave a list say what the event says.
 */
export function hear(event: FeedEvent): void {
  if (removes(event)) tell(event, sentenceOf(event));
  heard.push(event);
  timer ??= setTimeout(readStale, Math.max(joinMs, nextRead - Date.now()));
}

onLeave(() => {
  clearTimeout(timer);
  clearTimeout(slowTimer);
  timer = undefined;
  slowTimer = undefined;
  heard = [];
});

function readStale(): void {
  timer = undefined;
  const events = heard;
  heard = [];
  const stale = queries.getQueryCache().findAll({
    predicate: (query) => events.length > maxHeard || concerns(query, events),
  });
  const fast = stale.filter((query) => !isSlow(query));
  const active = fast.filter((query) => query.isActive());
  const ids = events.flatMap(idsOf);
  const partly = new Map(
    events.length > maxHeard
      ? []
      : active.flatMap((query) => {
          const pages = longListOf(query);
          return pages === undefined ? [] : [[query, pagesToRead(pages, ids)] as const];
        }),
  );
  const requests = active.reduce(
    (sum, query) => sum + (partly.get(query)?.length ?? pagesOf(query)),
    0,
  );
  if (requests > 0) nextRead = Date.now() + requests * pauseMs;
  void queries.invalidateQueries({
    predicate: (query) => fast.includes(query) && !partly.has(query),
  });
  for (const [query, wanted] of partly) {
    const readAll = (): void => {
      void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    readPages(query, wanted, new Set(ids)).then((isRead) => isRead || readAll(), readAll);
  }
  readSlow(stale.filter(isSlow));
}

/** Reads some pages of a list again. Returns false when all of them have to be read. */
async function readPages(
  query: Query,
  wanted: readonly number[],
  changed: ReadonlySet<string>,
): Promise<boolean> {
  const { data } = query.state;
  const pages = longListOf(query);
  if (pages === undefined || wanted.length === pages.length) return false;
  const fresh = new Map<number, ListPage>();
  for (const index of wanted) {
    const page = await api.readPage(query.queryKey, offsetOf(pages, index));
    if (!isListPage(page)) return false;
    fresh.set(index, page);
  }
  const { state } = query;
  // Somebody has read more pages, or changed a row, meanwhile.
  if (state.data !== data || state.fetchStatus !== 'idle') return false;
  const merged = mergePages(pages, fresh, changed);
  if (merged === undefined) return false;
  queries.setQueryData(query.queryKey, { ...Object(data), pages: merged });
  return true;
}

/** The pages of a list that reads at least two; undefined for other queries. */
function longListOf({ queryKey, state: { data, fetchStatus } }: Query) {
  const { pages }: { pages?: unknown } = Object(data);
  const isLong = queryKey[3] === 'pages' && Array.isArray(pages) && pages.length > 1;
  return isLong && fetchStatus === 'idle' && pages.every(isListPage) ? pages : undefined;
}

function isListPage(page: unknown): page is ListPage {
  const { items }: { items?: unknown } = Object(page);
  return Array.isArray(items);
}

// In a sequential project, these hold or release the next action.
const ends = ['completed', 'dropped', 'reopened', 'approved', 'rejected'];

/** The records whose rows an event changes. */
function idsOf(event: FeedEvent): string[] {
  const [type, verb = ''] = event.kind.split('.');
  const isOfOthers =
    type === 'action' &&
    (ends.includes(verb) || (verb === 'updated' && /moved|project|status/.test(event.summary)));
  const ids = [event.subject.id, event.action_id, isOfOthers ? event.project_id : null];
  return ids.filter((id) => id !== null);
}

function readSlow(stale: readonly Query[]): void {
  if (stale.length === 0) return;
  const predicate = (query: Query): boolean => stale.includes(query);
  void queries.invalidateQueries({ predicate, refetchType: 'none' });
  slowTimer ??= setTimeout(readStaleSlow, Math.max(0, nextSlowRead - Date.now()));
}

function readStaleSlow(): void {
  slowTimer = undefined;
  const predicate = (query: Query): boolean => isSlow(query) && query.state.isInvalidated;
  const requests = queries.getQueryCache().findAll({ predicate, type: 'active' }).length;
  nextSlowRead = Date.now() + Math.max(slowPauseMs, requests * slowRequestMs);
  void queries.refetchQueries({ predicate, type: 'active' });
}

/** Whether an event can be the reason that a record leaves a list. */
function removes({ kind, summary }: FeedEvent): boolean {
  return kind !== 'action.updated' || /moved|deferral|assigned|project/.test(summary);
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
  const name = isMe ? t('You') : actor.name;
  const rest = summary.slice(actor.name.length);
  return kind === 'question.answered'
    ? t('{name} answered “{rest}”.', { name, rest: rest.slice(2) })
    : name + rest;
}

const ofActions = ['actions', 'projects', 'orders', 'agents/{id}/queue'];

/** The lists in which a new record appears, by the type of the record; below `/v1/`. */
const listsOf: Readonly<Record<string, readonly string[]>> = {
  action: [...ofActions, 'views'],
  claim: [...ofActions, 'views'],
  question: ['views/command', 'views/mine', 'questions', 'actions'],
  proposal: ['views/command', 'views/mine', 'proposals'],
  order: ['views/command', 'orders', 'agents', 'agents/{id}'],
  checkin: ['views/command', 'orders'],
  agent: ['views/command', 'views/working', 'agents'],
  token: ['agents/{id}', 'agents/{id}/tokens'],
  oauth_grant: ['oauth-grants'],
  project: ['projects', 'domains', 'views/tasks'],
  domain: ['domains', 'projects'],
  document: ['documents', 'views/review'],
  note: ['views/command', 'views/working', 'views/review'],
  link: ['links'],
  user: ['users', 'people', 'sessions', 'session'],
  invitation: ['invitations', 'users', 'people'],
  session: ['session', 'sessions'],
  webhook: ['webhooks', 'webhooks/{id}/deliveries'],
  workspace: ['workspace', 'session', 'me'],
};

const relations = ['action_id', 'project_id', 'order_id', 'document_id'] as const;

/** Whether one of the events changes what a query has read. */
function concerns(query: Query, events: readonly FeedEvent[]): boolean {
  const key = JSON.stringify(query.queryKey);
  let data: string | undefined;
  const shows = (id: string): boolean => {
    data ??= JSON.stringify(query.state.data) ?? '';
    return data.includes(id);
  };
  return events.some((event) => {
    const { subject, actor } = event;
    const ids = [subject.id, ...relations.map((name) => event[name])];
    return (
      (mayChange(query, event) && ids.some((id) => id !== null && key.includes(id))) ||
      mayList(query, event) ||
      shows(subject.id) ||
      // What an agent does says that it is working.
      (key.includes('/v1/agents') && shows(actor.id))
    );
  });
}

/** Whether the lists of a record's notes and links have something of the event. */
function mayChange({ queryKey: [, path] }: Query, { kind }: FeedEvent): boolean {
  if (path === '/v1/links') return kind.startsWith('link.');
  if (typeof path !== 'string' || !path.endsWith('/notes')) return true;
  return kind.startsWith('note.') || kind.startsWith('action.');
}

/** Whether a record of this kind may appear in the list that the query reads. */
function mayList({ queryKey: [, path, init] }: Query, event: FeedEvent): boolean {
  if (typeof path !== 'string' || !path.startsWith('/v1/')) return false;
  // The lists of events have their filters without the rest of the request.
  const { query = Object(init) } = Object(Object(init).params);
  // A list of the records of one action, for example.
  const isOfOther = relations.some((name) => query[name] && query[name] !== event[name]);
  if (isOfOther) return false;
  const list = path.slice('/v1/'.length);
  if (list === 'events') return true;
  const lists = listsOf[event.kind.split('.')[0] ?? ''];
  return (
    lists === undefined ||
    lists.some((one) => list === one || (one === 'views' && list.startsWith('views/')))
  );
}
