import type { components } from '../../../generated/types';
import type { ActorRow } from '../actors';
import type { NoteRow, StoredNote } from './note-store';

/** A note in the contract's shape. */
export function toNote(row: NoteRow): components['schemas']['Note'] {
  const { author_kind: kind, author_name: name } = row;
  const { author_agent_id: agent_id, author_user_id: user_id } = row;
  return toNoteBy(row, { kind, name, agent_id, user_id });
}

/** `toNote` for a note whose author was read by another query. */
export function toNoteBy(
  row: StoredNote,
  author:
    { readonly [Column in Exclude<keyof ActorRow, 'id'>]: ActorRow[Column] | null } | undefined,
): components['schemas']['Note'] {
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
    created_by_actor_kind: author?.kind ?? null,
    created_by_actor_name: author?.name ?? null,
    created_by_agent_id: author?.agent_id ?? null,
    created_by_user_id: author?.user_id ?? null,
  };
}
