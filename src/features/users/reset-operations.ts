import type { components } from '../../../generated/types';
import { issueReset, type ResetRow } from '../auth';
import type { WriteHandler } from '../../platform/operation';
import { problem } from '../../platform/problems';
import { getLockedUser } from './user-operations';

/** Issues a password reset for a person. Only this response contains the token. */
export const createPasswordReset: WriteHandler<'createPasswordReset'> = async ({ path }, ctx) => {
  const user = await getLockedUser(ctx, path.id);
  if (user.deactivated_at !== null) {
    throw problem('USER_NOT_ACTIVE', `${user.name} is deactivated. Reactivate the person first.`);
  }
  const { token, row } = await issueReset(ctx, user);
  return { status: 201, body: { password_reset: toPasswordReset(row), token } };
};

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
