import { emit } from '../../../shared/events';
import { matchVersion } from '../../../platform/http/responses/preconditions';
import type { WriteContext, WriteHandler } from '../../../platform/operation';
import { problem } from '../../../platform/problems';
import { getVisibleAction, toPolicyAction, lockAction } from '../action-access';
import { reply, changed, eventOn } from '../action-operations';
import { checkMayChange } from '../action-policy';
import { checkOpen } from '../action-rules';
import { updateActionRow, type ActionRow } from '../action-store';
import { checkNoCycle, checkRoom, maxEdges } from './blocker-rules';
import {
  deleteBlocker,
  findBlockers,
  findWaitedFor,
  insertBlockers,
  lockBlockers,
} from './blocker-store';
import { checkNotClaimedByAnother, isClaimedBy } from '../claims/claim-rules';

/** Lets an action wait for another one (product section 4, "Blockers"). A blocker that it has already changes nothing. */
export const addBlocker: WriteHandler<'addBlocker'> = async ({ path, header }, ctx) => {
  const { transaction, workspaceId, actor, now } = ctx;
  const ifMatch = header['If-Match'];
  admit(ctx, await getVisibleAction(ctx, path.id), ifMatch);
  await lockBlockers(transaction, workspaceId);
  const row = await lockAction(ctx, path.id);
  admit(ctx, row, ifMatch);
  const blocker = await getVisibleAction(ctx, path.blocker_id);
  const present = await findBlockers(transaction, workspaceId, [row.id]);
  if (present.some(({ id }) => id === blocker.id)) return reply(ctx, row.id);
  checkRoom(present.length);
  checkNoCycle(
    row.id,
    blocker.id,
    await findWaitedFor(transaction, workspaceId, blocker.id, maxEdges + 1),
  );
  const edge = { action_id: row.id, blocker_id: blocker.id };
  await insertBlockers(transaction, [edge], { workspaceId, actorId: actor.id, now });
  await updateActionRow(transaction, row, changed(ctx, row));
  const summary = `${actor.name} let the action wait for ${blocker.id}.`;
  emit(ctx, eventOn(row, 'action.blocker_added', summary));
  return reply(ctx, row.id);
};

/** Lets an action no longer wait for another one. */
export const removeBlocker: WriteHandler<'removeBlocker'> = async ({ path, header }, ctx) => {
  const { transaction, workspaceId, actor } = ctx;
  const row = await lockAction(ctx, path.id);
  admit(ctx, row, header['If-Match']);
  const edge = { action_id: row.id, blocker_id: path.blocker_id };
  if (!(await deleteBlocker(transaction, workspaceId, edge))) {
    throw problem('NOT_FOUND', `The action ${row.id} does not wait for ${path.blocker_id}.`);
  }
  await updateActionRow(transaction, row, changed(ctx, row));
  const summary = `${actor.name} let the action no longer wait for ${path.blocker_id}.`;
  emit(ctx, eventOn(row, 'action.blocker_removed', summary));
  return { status: 204 };
};

function admit({ actor, now }: WriteContext, row: ActionRow, ifMatch: string | undefined): void {
  if (!isClaimedBy(row, actor.id, now)) checkMayChange(actor, toPolicyAction(row));
  matchVersion(ifMatch, row.version);
  checkOpen(row.status);
  checkNotClaimedByAnother(actor, row, now);
}
