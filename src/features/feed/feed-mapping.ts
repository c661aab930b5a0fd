import type { components } from '../../../generated/types';
import type { FeedEvent, SubjectType } from '../../shared/events';

/** An event row as an Event of the contract. `consoleUrl` is that of the settings. */
export function toEvent(row: FeedEvent, consoleUrl: string | null): components['schemas']['Event'] {
  const { on_behalf_of_actor_id: personId, on_behalf_of_name: personName } = row;
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    kind: row.kind,
    actor: { id: row.actor_id, kind: row.actor_kind, name: row.actor_name },
    ...(personId !== null &&
      personName !== null && { on_behalf_of: { id: personId, name: personName } }),
    subject: { type: row.subject_type, id: row.subject_id, title: row.subject_title },
    summary: row.summary,
    action_id: row.action_id,
    project_id: row.project_id,
    order_id: row.order_id,
    document_id: row.document_id,
    url: subjectPage(row, consoleUrl),
    ...(row.period_count !== null && { period_count: row.period_count }),
    created_at: row.created_at,
  };
}

/** An event, as far as the page of its subject depends on it. */
export type PagedEvent = Pick<
  FeedEvent,
  'subject_type' | 'subject_id' | 'action_id' | 'project_id' | 'order_id' | 'document_id'
>;

/** The address of the page of an event's subject; null if the server has no such pages. */
function subjectPage(event: PagedEvent, consoleUrl: string | null): string | null {
  return consoleUrl === null ? null : `${consoleUrl}/${pathOf[event.subject_type](event)}`;
}

type Path = (event: PagedEvent) => string;

const own =
  (folder: string): Path =>
  ({ subject_id: id }) =>
    record(folder, id);

const screen =
  (path: string): Path =>
  () =>
    path;

const pathOf: Readonly<Record<SubjectType, Path>> = {
  action: own('actions'),
  agent: own('agents'),
  checkin: holder,
  claim: holder,
  document: own('documents'),
  domain: screen('settings/domains'),
  invitation: screen('settings/people'),
  link: holder,
  note: holder,
  // The events of connections and tokens do not name their agent.
  oauth_grant: screen('agents'),
  order: own('orders'),
  project: own('projects'),
  proposal: own('proposals'),
  question: own('questions'),
  session: screen('settings/people'),
  token: screen('agents'),
  user: screen('settings/people'),
  webhook: own('settings/webhooks'),
  workspace: screen('settings/workspace'),
};

// The record that the subject is on. A link may also name the document that it leads to, and only a
// note on a question or a proposal may name no record.
function holder({ action_id, order_id, project_id, document_id }: PagedEvent): string {
  if (action_id !== null) return record('actions', action_id);
  if (order_id !== null) return record('orders', order_id);
  if (project_id !== null) return record('projects', project_id);
  if (document_id !== null) return record('documents', document_id);
  return 'questions';
}

function record(folder: string, id: string): string {
  return `${folder}/${encodeURIComponent(id)}`;
}
