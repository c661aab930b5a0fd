/**
 * Auth: who calls. It recognises bearer tokens, session cookies and, in local development, the owner; it holds the permission
 * table, which says who may call an operation at all; it signs people in and out; it keeps
 * their accounts, the resets of their passwords, and the settings of their workspace. What a caller
 * may do within an operation is the policy of that operation's room.
 */
import type { AuthHandlers, WorkspaceHandlers } from '../../../generated/handlers';
import type { Database } from '../../platform/db/connect';
import type { AccountSettings } from './account-settings';
import { changeEmail } from './passwords/email-operations';
import { getMe } from './me-operations';
import { changePassword } from './passwords/password-operations';
import { resetPassword } from './passwords/reset-operations';
import { deleteSession, deleteSessions, getSession } from './sign-in/session-operations';
import { createSession } from './sign-in/sign-in-operations';
import { getWorkspace, updateWorkspace } from './workspaces/workspace-operations';

export type { AccountSettings } from './account-settings';
export { emailTaken } from './passwords/email-taken';
export { createHashQueue } from './passwords/hash-queue';
export { createGate } from './gate';
export { checkNewPassword, isCommonPassword } from './passwords/new-password';
export { hashPassword, passwordCost } from './passwords/password';
export { hasLocalOwner } from './origin-policy';
export { permissions } from './permissions';
export { storePassword } from './passwords/new-credentials';
export { issueReset } from './passwords/reset-issue';
export { resetPurge, revokeReset, type ResetRow } from './passwords/reset-store';
export { startSession } from './sign-in/session-start';
export { revokeSessions, sessionPurge } from './sign-in/session-store';
export {
  attemptPurge,
  checkAttempts,
  confirmAttempt,
  failAttempt,
  guessAt,
  unknownLimits,
} from './sign-in/throttle';
export { toUser } from './user-mapping';
export {
  changeUser,
  countActiveOwners,
  findEveryAccount,
  findOldestPassword,
  findUser,
  findUserForUpdate,
  insertUser,
  userActor,
  userColumns,
  usersOf,
  type UserRow,
} from './user-store';
export { createWorkspace } from './workspaces/workspace';
export {
  findWorkspace,
  findWorkspaceIds,
  findWorkspaces,
  lockWorkspace,
} from './workspaces/workspace-store';

/** The operations on the workspace that the caller belongs to. */
export const workspaceHandlers: WorkspaceHandlers = { getWorkspace, updateWorkspace };

/** The operations of this room. Where passwords are tried, attempts are counted outside the transaction, hence the database. */
export function authHandlers(database: Database, settings: AccountSettings): AuthHandlers {
  return {
    createSession: createSession(database, settings),
    getSession,
    deleteSession,
    deleteSessions,
    changePassword: changePassword(database, settings.passwordCost),
    resetPassword: resetPassword(database, settings.passwordCost),
    changeEmail: changeEmail(database, settings.passwordCost),
    getMe,
  };
}
