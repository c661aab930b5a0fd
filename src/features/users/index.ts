/**
 * Users: the people of a workspace, and how they come to it: an owner invites them, and they accept
 * with a token that is good once. Owners also make resets of forgotten passwords. It owns the
 * invitations; people's accounts and their resets belong to auth, through which it changes them.
 * Emits user.* and invitation.*. Everybody sees who is there; owners invite, deactivate and decide
 * about roles, and one active owner always stays.
 */
import type { UsersHandlers } from '../../../generated/handlers';
import type { AccountSettings } from '../auth';
import type { Database } from '../../platform/db/connect';
import { acceptInvitation } from './invitation-acceptance-operations';
import { deactivateUser, reactivateUser } from './activation-operations';
import { createInvitation, listInvitations, revokeInvitation } from './invitation-operations';
import { createPasswordReset } from './reset-operations';
import { getUser, listUsers, updateUser } from './user-operations';

export { invitationPurge } from './invitation-store';

/** The operations of this room. Accepting counts attempts outside its transaction, hence the database. */
export function usersHandlers(database: Database, settings: AccountSettings): UsersHandlers {
  return {
    listUsers,
    getUser,
    updateUser,
    deactivateUser,
    reactivateUser,
    createPasswordReset,
    listInvitations,
    createInvitation,
    revokeInvitation,
    acceptInvitation: acceptInvitation(database, settings),
  };
}
