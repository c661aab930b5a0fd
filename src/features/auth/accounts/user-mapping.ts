import type { components } from '../../../../generated/types';
import type { UserRow } from './user-store';
import { toWorkspace } from '../workspaces/workspace-operations';
import type { WorkspaceRow } from '../workspaces/workspace-store';

/** A person in the contract's shape. */
export function toUser(row: UserRow): components['schemas']['User'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    actor_id: row.actor_id,
    email: row.email,
    name: row.name,
    role: row.role,
    state: row.deactivated_at === null ? 'active' : 'deactivated',
    deactivated_at: row.deactivated_at,
    away_until: row.away_until,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
  };
}

/** A session in the contract's shape; `expiresAt` is null for the local owner without a session. */
export function toSession(
  row: UserRow,
  workspace: WorkspaceRow,
  expiresAt: string | null,
): components['schemas']['Session'] {
  return {
    user: toUser(row),
    workspace: toWorkspace(workspace),
    expires_at: expiresAt,
  };
}
