/**
 * Auth: authenticates callers by bearer token, session cookie or, in local development, as the
 * owner. Contains the check of permissions, sign-in, accounts, passwords with their resets, and the
 * settings of the workspace. The policy of an operation's feature decides what a caller may do
 * within the operation.
 */
import type { AuthHandlers, WorkspaceHandlers } from '../../../generated/handlers';
import type { Database } from '../../platform/db/connect';
import {
  type AccountSettings,
  createSession,
  unlessPasswordsAreOff,
  deleteSession,
  deleteSessions,
  deleteOtherSession,
  getSession,
  listSessions,
  useSignInLink,
  type CountWaiting,
  getSignedInWorkspacesWith,
} from './sign-in/session-operations';
import { changeEmail, getMe, updateMe } from './accounts/account-operations';
import { changePassword, resetPassword } from './passwords/credential-operations';
import { getWorkspace, updateWorkspace } from './workspaces/workspace-operations';

export {
  type AccountSettings,
  createSession,
  unlessPasswordsAreOff,
} from './sign-in/session-operations';
export {
  changeUser,
  countActiveOwners,
  findEveryAccount,
  findOldestPassword,
  findUser,
  findUserForUpdate,
  findUsersByIds,
  hasAuthorizedCreator,
  insertUser,
  userActor,
  userColumns,
  type UserRow,
  usersOf,
  usersOfIdentities,
} from './accounts/user-store';
export { emailTaken } from './accounts/account-operations';
export {
  createHashQueue,
  hashPassword,
  isPasswordHash,
  passwordCost,
  checkNewPassword,
  isCommonPassword,
} from './passwords/passwords';
export { createGate } from './access/gate';
export {
  findResetUser,
  issueReset,
  resetPurge,
  type ResetRow,
  revokeReset,
  issueSignInLink,
  signInLinkPurge,
} from './passwords/one-time-link-store';
export {
  expectedOrigin,
  hasLocalOwner,
  isLocalDevelopment,
  localOriginOf,
  originOf,
} from './access/origin-policy';
export { findStandings, standingKey, standingOf, type CallerStanding } from './access/caller-store';
export { createReauthentication, storePassword } from './passwords/credential-operations';
export { startSession } from './sign-in/session-start';
export { recordFailures } from './sign-in/failed-sign-in-store';
export {
  findLiveSessions,
  type LiveSession,
  revokeOidcSessions,
  revokeProviderSessions,
  revokeSessions,
  sessionPurge,
} from './sign-in/session-store';
export {
  attemptPurge,
  checkAttempts,
  confirmAttempt,
  failAttempt,
  guessAt,
  sourceLimits,
  unknownLimits,
} from './sign-in/throttle-store';
export { toUser } from './accounts/user-mapping';
export {
  createWorkspace,
  findWorkspace,
  findWorkspaceIds,
  lockWorkspace,
} from './workspaces/workspace-store';

/** The operations on the caller's workspace. */
export const workspaceHandlers: WorkspaceHandlers = { getWorkspace, updateWorkspace };

/** The operations of auth. They use the database to count attempts outside their transaction. */
export function authHandlers(
  database: Database,
  settings: AccountSettings,
  countWaiting: CountWaiting,
): AuthHandlers {
  const { passwordCost } = settings;
  return {
    createSession: unlessPasswordsAreOff(settings, createSession(database, settings)),
    useSignInLink: useSignInLink(database, settings),
    getSession,
    deleteSession,
    getSignedInWorkspaces: getSignedInWorkspacesWith(countWaiting),
    listSessions,
    deleteSessions,
    deleteOtherSession,
    changePassword: unlessPasswordsAreOff(settings, changePassword(database, passwordCost)),
    resetPassword: unlessPasswordsAreOff(settings, resetPassword(database, passwordCost)),
    changeEmail: unlessPasswordsAreOff(settings, changeEmail(database, passwordCost)),
    getMe,
    updateMe,
  };
}
