/**
 * Auth: authenticates callers by bearer token, session cookie or, in local development, as the
 * owner. Contains the check of permissions, sign-in, accounts, passwords with their resets, and the
 * settings of the workspace. The policy of an operation's feature decides what a caller may do
 * within the operation.
 */
import type { AuthHandlers, WorkspaceHandlers } from '../../../generated/handlers';
import type { Database } from '../../platform/db/connect';
import type { AccountSettings } from './accounts/account-settings';
import { changeEmail } from './accounts/email-operations';
import { getMe } from './accounts/me-operations';
import { changePassword } from './passwords/password-operations';
import { resetPassword } from './passwords/reset-operations';
import { endSession, listSessions } from './sign-in/session-list-operations';
import { deleteSession, deleteSessions, getSession } from './sign-in/session-operations';
import { createSession } from './sign-in/sign-in-operations';
import { getWorkspace, updateWorkspace } from './workspaces/workspace-operations';

export type { AccountSettings } from './accounts/account-settings';
export { hasAuthorizedCreator } from './accounts/creator-store';
export { emailTaken } from './accounts/email-taken';
export { createHashQueue } from './passwords/hash-queue';
export { createGate } from './access/gate';
export { checkNewPassword, isCommonPassword } from './passwords/new-password';
export { hashPassword, isPasswordHash, passwordCost } from './passwords/password-hash';
export { hasLocalOwner, isLocalDevelopment, localOriginOf, originOf } from './access/origin-policy';
export {
  findStandings,
  standingKey,
  standingOf,
  type CallerStanding,
} from './access/standing-store';
export { storePassword } from './passwords/credential-changes';
export { createReauthentication } from './passwords/reauthentication';
export { issueReset } from './passwords/reset-issue';
export { resetPurge, revokeReset, type ResetRow } from './passwords/reset-store';
export { startSession } from './sign-in/session-start';
export { createSession } from './sign-in/sign-in-operations';
export { revokeSessions, sessionPurge } from './sign-in/session-store';
export {
  attemptPurge,
  checkAttempts,
  confirmAttempt,
  failAttempt,
  guessAt,
  unknownLimits,
} from './sign-in/throttle';
export { toUser } from './accounts/user-mapping';
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
} from './accounts/user-store';
export { createWorkspace } from './workspaces/workspace-creation';
export { findWorkspace, findWorkspaceIds, lockWorkspace } from './workspaces/workspace-store';

/** The operations on the caller's workspace. */
export const workspaceHandlers: WorkspaceHandlers = { getWorkspace, updateWorkspace };

/** The operations of auth. They use the database to count attempts outside their transaction. */
export function authHandlers(database: Database, settings: AccountSettings): AuthHandlers {
  return {
    createSession: createSession(database, settings),
    getSession,
    deleteSession,
    listSessions,
    deleteSessions,
    endSession,
    changePassword: changePassword(database, settings.passwordCost),
    resetPassword: resetPassword(database, settings.passwordCost),
    changeEmail: changeEmail(database, settings.passwordCost),
    getMe,
  };
}
