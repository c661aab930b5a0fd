import type { components } from '../../../generated/types';
import { authorsOf } from '../../shared/texts';
import type { DomainRow } from './domain-store';

/** A domain in the contract's shape. */
export function toDomain(row: DomainRow): components['schemas']['Domain'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    name: row.name,
    description: row.description,
    state: row.state,
    project_count: Number(row.project_count),
    action_count: Number(row.action_count),
    created_by_actor_id: row.created_by_actor_id,
    updated_by_actor_id: row.updated_by_actor_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    created_by_actor_kind: row.created_by_kind,
    created_by_actor_name: row.created_by_name,
    ...authorsOf(row, ['name', 'description']),
  };
}
