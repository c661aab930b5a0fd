/**
 * Users: the people of a workspace. Owners invite people, who accept with a one-time token. Owners
 * also deactivate people, change roles and issue password resets; one active owner always remains.
 * All people can list the accounts of their workspace, and agents the people without their private
 * data. This feature owns the invitations and emits
 * user.* and invitation.*; it changes accounts and resets through auth.
 */
import type { UsersHandlers } from '../../../generated/handlers';
import { type AccountSettings, unlessPasswordsAreOff } from '../auth';
import type { Database } from '../../platform/db/connect';
import { eraseUserWith } from './erasure/erase-operations';
import {
  acceptInvitation,
  createInvitationWith,
  listInvitations,
  revokeInvitation,
} from './invitation-operations';
import {
  createPasswordReset,
  deactivateUser,
  deleteUserSessions,
  getUser,
  listUsers,
  reactivateUser,
  updateUser,
} from './user-operations';

export { joinByInvitation, notValid as invitationNotValid } from './invitation-operations';
export { findAcceptable, invitationPurge } from './invitation-store';
export { erasePerson, unknownPassword, runErasures } from './erasure/erase-operations';
export { isErased } from './erasure/erasure-rules';
export { isErasing } from './erasure/erasure-store';
export { endWorkOf } from './user-operations';
export { isActiveOwner } from './user-rules';

/** The operations of users. They use the database to count attempts outside their transaction. */
export function usersHandlers(database: Database, settings: AccountSettings): UsersHandlers {
  return {
    listUsers,
    getUser,
    updateUser,
    deactivateUser,
    reactivateUser,
    eraseUser: eraseUserWith(settings),
    createPasswordReset: unlessPasswordsAreOff(settings, createPasswordReset(database, settings)),
    deleteUserSessions,
    listInvitations,
    createInvitation: createInvitationWith(settings),
    revokeInvitation,
    acceptInvitation: unlessPasswordsAreOff(settings, acceptInvitation(database, settings)),
  };
}
