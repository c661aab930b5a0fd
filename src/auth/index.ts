/**
 * Auth: who calls. It recognises bearer tokens, session cookies and, in local development, the owner; it holds the permission
 * table, which says who may call an operation at all; it signs people in and out. What a caller may do within an operation is
 * the policy of that operation's room.
 */
import type { AuthHandlers } from '../../generated/handlers';
import type { Config } from '../platform/config';
import type { Database } from '../platform/db/connect';
import { getMe } from './me-operation';
import { createSession, deleteSession, getSession } from './session-operations';

export { createGate } from './gate';
export { permissions } from './permissions';
export { createWorkspace } from './workspace';
export { findWorkspaceIds, findWorkspaces } from './workspace-store';

/** The operations of this room. Signing in counts attempts outside its transaction, hence the database. */
export function authHandlers(
  database: Database,
  config: Pick<Config, 'sessionDays'>,
): AuthHandlers {
  return {
    createSession: createSession(database, config.sessionDays),
    getSession,
    deleteSession,
    getMe,
  };
}
