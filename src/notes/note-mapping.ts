import type { components } from '../../generated/types';
import type { NoteRow } from './note-store';

/** A note in the contract's shape. */
export function toNote(row: NoteRow): components['schemas']['Note'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    kind: row.kind,
    action_id: row.action_id,
    agent_request_id: row.agent_request_id,
    document_id: row.document_id,
    order_id: row.order_id,
    project_id: row.project_id,
    source_proposal_id: row.source_proposal_id,
    created_by_actor_id: row.created_by_actor_id,
    body: row.body,
    created_at: row.created_at,
    edited_at: row.edited_at,
    archived: row.archived_at !== null,
    version: row.version,
    created_by_actor_name: row.author_name,
    created_by_agent_id: row.author_agent_id,
    created_by_user_id: row.author_user_id,
  };
}
