import type { components } from '../../../generated/types';
import { bool } from '../../platform/db/statements/columns';
import { authorsOf } from '../../shared/texts';
import type { NamedProject } from './project-store';

/** A project in the contract's shape. */
export function toProject(row: NamedProject): components['schemas']['Project'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    title: row.title,
    description: row.description,
    domain_id: row.domain_id,
    is_template: bool(row.is_template),
    state: row.state,
    work_mode: row.work_mode,
    due_at: row.due_at,
    created_by_actor_id: row.created_by_actor_id,
    updated_by_actor_id: row.updated_by_actor_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    created_by_actor_kind: row.created_by_kind,
    created_by_actor_name: row.created_by_name,
    ...authorsOf(row, ['title', 'description']),
  };
}
