import type { components } from '../../../generated/types';
import { authorsOf } from '../texts';
import type { NamedLink } from './link-store';

/** A link in the contract's shape. */
export function toLink(row: NamedLink): components['schemas']['Link'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    url: row.url,
    document_id: row.document_id,
    title: row.title,
    action_id: row.action_id,
    project_id: row.project_id,
    order_id: row.order_id,
    created_by_actor_id: row.created_by_actor_id,
    updated_by_actor_id: row.updated_by_actor_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    created_by_actor_kind: row.created_by_kind,
    created_by_actor_name: row.created_by_name,
    ...authorsOf(row, ['title']),
  };
}
