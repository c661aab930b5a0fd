import type { Query } from '@tanstack/react-query';
import type { FeedEvent } from '../api/events';

const ofActions = ['actions', 'projects', 'orders', 'agents/{id}/queue'];

/** The lists in which a new record appears, by the type of the record; below `/v1/`. */
const listsOf: Readonly<Record<string, readonly string[]>> = {
  action: [...ofActions, 'views'],
  claim: [...ofActions, 'views'],
  question: ['views/command', 'questions', 'actions'],
  proposal: ['views/command'],
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
export function concerns(query: Query, events: readonly FeedEvent[]): boolean {
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
