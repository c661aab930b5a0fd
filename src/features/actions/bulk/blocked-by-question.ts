import { emit, type EventSource } from '../../../shared/events';
import { bool } from '../../../platform/db/statements/columns';
import type { WriteContext } from '../../../platform/operation';
import { makeReady, type BlockedAction } from './blocked-by-question-store';
import { isTemplate } from '../action-mapping';
import { actionEvent } from '../action-events';
import { updateActionRow, type ActionRow } from '../action-store';
import { changeColumns } from '../caller-changes';

/**
 * Records that the caller asked a question about a locked action. A blocking question makes a ready
 * action wait until `unblockAfterQuestion`. The status of other actions and templates stays.
 */
export async function blockForQuestion(
  ctx: WriteContext,
  action: ActionRow,
  isBlocking: boolean,
): Promise<void> {
  const mustWait = isBlocking && action.status === 'ready' && !isTemplate(action);
  await updateActionRow(ctx.transaction, action, {
    ...(mustWait ? { status: 'waiting', waits_for_answer: true } : {}),
    ...changeColumns(ctx, action),
  });
  if (mustWait) emit(ctx, actionEvent(action, 'action.updated', 'The action waits for an answer.'));
}

/** Makes a locked action ready again if it only waits for an answer. */
export async function unblockAfterQuestion(ctx: WriteContext, action: ActionRow): Promise<void> {
  const { transaction, actor, now } = ctx;
  if (action.status !== 'waiting' || !bool(action.waits_for_answer)) return;
  await updateActionRow(transaction, action, {
    status: 'ready',
    waits_for_answer: false,
    last_activity_at: now,
    updated_at: now,
    updated_by_actor_id: actor.id,
  });
  emit(ctx, actionEvent(action, 'action.updated', 'The action has its answer and is ready.'));
}

/** `unblockAfterQuestion` for actions that `lockBlockedActions` has locked. */
export async function unblockActions(
  source: EventSource,
  actions: readonly BlockedAction[],
): Promise<void> {
  if (actions.length === 0) return;
  const { transaction, workspaceId, actor, now } = source;
  const ids = actions.map(({ id }) => id);
  await makeReady(transaction, { workspaceId, ids, now, actorId: actor.id });
  const summary = 'The action no longer waits for an answer and is ready.';
  emit(source, ...actions.map((action) => actionEvent(action, 'action.updated', summary)));
}
