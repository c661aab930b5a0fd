import { changeUser, countActiveOwners, lockWorkspace, revokeReset, revokeSessions } from '../auth';
import { emit } from '../../shared/events';
import { matchVersion } from '../../platform/http/responses/preconditions';
import type { WriteHandler } from '../../platform/operation';
import { answer, getLockedUser } from './user-operations';
import { checkOwnersLeft, isActiveOwner } from './user-rules';

/**
 * Deactivates a person, whose sessions and open password reset end with it; a deactivated one stays
 * as they are.
 */
export const deactivateUser: WriteHandler<'deactivateUser'> = async ({ path, header }, ctx) => {
  const { hand, actor, now, workspaceId } = ctx;
  await lockWorkspace(hand, workspaceId);
  const row = await getLockedUser(ctx, path.id);
  matchVersion(header['If-Match'], row.version);
  if (row.deactivated_at !== null) return answer(row);
  if (isActiveOwner(row)) checkOwnersLeft(await countActiveOwners(hand, workspaceId));
  const after = await changeUser(hand, row, { deactivated_at: now }, now);
  await revokeSessions(hand, row, now);
  await revokeReset(hand, row, now);
  emit(ctx, {
    kind: 'user.deactivated',
    subject: { type: 'user', id: row.id, title: row.name },
    summary: `${actor.name} deactivated ${row.name}.`,
  });
  return answer(after);
};

/** Lets a deactivated person sign in again; an active one stays as they are. */
export const reactivateUser: WriteHandler<'reactivateUser'> = async ({ path, header }, ctx) => {
  const { hand, actor, now } = ctx;
  const row = await getLockedUser(ctx, path.id);
  matchVersion(header['If-Match'], row.version);
  if (row.deactivated_at === null) return answer(row);
  const after = await changeUser(hand, row, { deactivated_at: null }, now);
  emit(ctx, {
    kind: 'user.reactivated',
    subject: { type: 'user', id: row.id, title: row.name },
    summary: `${actor.name} reactivated ${row.name}.`,
  });
  return answer(after);
};
