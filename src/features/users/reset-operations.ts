import type { components } from '../../../generated/types';
import {
  createReauthentication,
  issueReset,
  type AccountSettings,
  type ResetRow,
  type UserRow,
} from '../auth';
import type { Database } from '../../platform/db/connect';
import type { WriteContext, WriteHandler } from '../../platform/operation';
import { problem } from '../../platform/problems';
import { getLockedUser } from './user-operations';

/**
 * Issues a password reset for a person. Only this response contains the token. An owner's own reset
 * requires their password, because somebody with only their session could otherwise set a new one.
 */
export function createPasswordReset(
  database: Database,
  { passwordCost }: AccountSettings,
): WriteHandler<'createPasswordReset'> {
  const reauthenticate = createReauthentication(database, passwordCost);
  return async ({ path, body }, ctx) => {
    const { actor } = ctx;
    if (actor.kind !== 'user' || path.id !== actor.userId) {
      return issue(ctx, await getLockedUser(ctx, path.id));
    }
    if (body?.current_password === undefined) {
      throw problem('WRONG_PASSWORD', 'Send body/current_password to reset your own password.');
    }
    return reauthenticate(ctx, {
      currentPassword: body.current_password,
      prepare: () => Promise.resolve(undefined),
      store: (user) => issue(ctx, user),
    });
  };
}

async function issue(ctx: WriteContext, user: UserRow) {
  if (user.deactivated_at !== null) {
    throw problem('USER_NOT_ACTIVE', `${user.name} is deactivated. Reactivate the person first.`);
  }
  const { token, row } = await issueReset(ctx, user);
  return { status: 201, body: { password_reset: toPasswordReset(row), token } } as const;
}

function toPasswordReset(row: ResetRow): components['schemas']['PasswordReset'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    user_id: row.user_id,
    created_by_actor_id: row.created_by_actor_id,
    created_at: row.created_at,
    expires_at: row.expires_at,
  };
}
