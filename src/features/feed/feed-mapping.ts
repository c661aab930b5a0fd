import type { components } from '../../../generated/types';
import type { FeedEvent } from '../../shared/events';
import { subjectPage } from './subject-page-rules';

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
