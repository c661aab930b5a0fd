import { changeUser, countActiveOwners, lockWorkspace, revokeReset, revokeSessions } from '../auth';
import { emit } from '../../shared/events';
import { endGrantsOf } from '../../shared/oauth-grants';
import { checkIfMatch } from '../../platform/http/responses/preconditions';
import type { WriteHandler } from '../../platform/operation';
import { endCreatedTokens } from './created-tokens';
import { reply, getLockedUser } from './user-operations';
import { checkOwnersLeft, isActiveOwner } from './user-rules';

/**
 * Deactivates a person and revokes their sessions, grants and open password reset. Does nothing for
 * a deactivated person, except that it revokes the tokens that they created, on request.
 */
export const deactivateUser: WriteHandler<'deactivateUser'> = async (
  { path, header, body },
  ctx,
) => {
  const { transaction, actor, now, workspaceId } = ctx;
  await lockWorkspace(transaction, workspaceId);
  const row = await getLockedUser(ctx, path.id, true);
  checkIfMatch(header['If-Match'], row.version);
  const tokens = () => endCreatedTokens(ctx, row, body?.revoke_created_tokens === true);
  if (row.deactivated_at !== null) return reply(row, await tokens());
  if (isActiveOwner(row)) checkOwnersLeft(await countActiveOwners(transaction, workspaceId));
  const after = await changeUser(transaction, row, { deactivated_at: now }, now);
  await revokeSessions(transaction, row, now);
  await revokeReset(transaction, row, now);
  await endGrantsOf(ctx, { user_id: row.id }, `Ended: ${row.name} was deactivated.`);
  emit(ctx, {
    kind: 'user.deactivated',
    subject: { type: 'user', id: row.id, title: row.name },
    summary: `${actor.name} deactivated ${row.name}.`,
  });
  return reply(after, await tokens());
};

/** Reactivates a person, who can then sign in again. Does nothing for an active person. */
export const reactivateUser: WriteHandler<'reactivateUser'> = async ({ path, header }, ctx) => {
  const { transaction, actor, now } = ctx;
  const row = await getLockedUser(ctx, path.id);
  checkIfMatch(header['If-Match'], row.version);
  if (row.deactivated_at === null) return reply(row);
  const after = await changeUser(transaction, row, { deactivated_at: null }, now);
  emit(ctx, {
    kind: 'user.reactivated',
    subject: { type: 'user', id: row.id, title: row.name },
    summary: `${actor.name} reactivated ${row.name}.`,
  });
  return reply(after);
};
