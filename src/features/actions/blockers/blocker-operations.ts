import { emit } from '../../../shared/events';
import type { WriteHandler } from '../../../platform/operation';
import { problem } from '../../../platform/problems';
import { changeGuard, getVisibleAction, lockActionFor } from '../action-guard';
import { actionEvent, actionNews } from '../action-activity-store';
import { isTemplate, replyWithAction } from '../action-mapping';
import { isBlocking } from '../action-rules';
import { changeColumns, updateActionRow } from '../action-store';
import { claimantOf } from '../claims/claim-rules';
import { checkBlockerCount } from './blocker-rules';
import {
  deleteBlocker,
  findBlockers,
  findBlockersOf,
  insertBlockers,
  lockDependencies,
  checkMayWaitFor,
} from './blocker-store';
import { lockBlockersOf, unblockedEvent } from './unblocking-store';

/** Makes an action wait for another one. A blocker that it already has changes nothing. */
export const addBlocker: WriteHandler<'addBlocker'> = async ({ path, header }, ctx) => {
  const { transaction, workspaceId, actor, now } = ctx;
  await lockDependencies(transaction, workspaceId);
  const row = await lockActionFor(ctx, path.id, changeGuard(ctx, header['If-Match']));
  const blocker = await getVisibleAction(ctx, path.blocker_id);
  const present = await findBlockers(transaction, workspaceId, [row.id]);
  if (present.some(({ id }) => id === blocker.id)) return replyWithAction(ctx, row.id);
  checkBlockerCount(present.length);
  await checkMayWaitFor(ctx, row.id, blocker.id);
  const edge = { action_id: row.id, blocker_id: blocker.id };
  await insertBlockers(transaction, [edge], { workspaceId, actorId: actor.id, now });
  await updateActionRow(transaction, row, changeColumns(ctx, row));
  const summary = `${actor.name} made the action wait for ${blocker.id}.`;
  const related = { worker: [claimantOf(row, now)] };
  emit(ctx, actionNews(row, 'action.blocker_added', summary, { related }));
  return replyWithAction(ctx, row.id);
};

/** Makes an action no longer wait for another one. */
export const removeBlocker: WriteHandler<'removeBlocker'> = async ({ path, header }, ctx) => {
  const { transaction, workspaceId, actor, now } = ctx;
  const row = await lockActionFor(ctx, path.id, changeGuard(ctx, header['If-Match']));
  const edge = { action_id: row.id, blocker_id: path.blocker_id };
  await lockBlockersOf(transaction, { workspaceId, ids: [row.id] });
  const blocking = (await findBlockersOf(transaction, row)).filter(isBlocking);
  if (!(await deleteBlocker(transaction, workspaceId, edge))) {
    throw problem('NOT_FOUND', `The action ${row.id} does not wait for ${path.blocker_id}.`);
  }
  await updateActionRow(transaction, row, changeColumns(ctx, row));
  const summary = `${actor.name} removed the blocker ${path.blocker_id}.`;
  emit(ctx, actionEvent(row, 'action.blocker_removed', summary));
  const [last, ...others] = blocking;
  if (last?.id === path.blocker_id && others.length === 0 && !isTemplate(row)) {
    emit(ctx, unblockedEvent(row, now));
  }
  return { status: 204 };
};
