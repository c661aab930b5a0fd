import { emit } from '../events';
import type { WriteContext } from '../platform/operation';
import { lockAction } from './action-access';
import { eventOn } from './action-operations';
import { updateActionRow, type ActionRow } from './action-store';

/**
 * Notes that the caller asked about a locked action. With `hold`, a ready action waits until the question ends; answers whether it does
 * so because of this question.
 */
export async function holdForQuestion(
  ctx: WriteContext,
  action: ActionRow,
  hold: boolean,
): Promise<boolean> {
  const { hand, actor, now } = ctx;
  const holds = hold && action.status === 'ready';
  await updateActionRow(hand, action, {
    ...(holds ? { status: 'waiting' } : {}),
    last_activity_at: now,
    ...(action.assigned_actor_id === actor.id ? { assignee_active_at: now } : {}),
    updated_at: now,
    updated_by_actor_id: actor.id,
    version: action.version + 1,
  });
  if (holds) await emit(ctx, eventOn(action, 'action.updated', 'The action waits for an answer.'));
  return holds;
}

/** Makes an action ready again that waited for an answer. One that has moved on since stays as it is. */
export async function resumeAfterQuestion(ctx: WriteContext, actionId: string): Promise<void> {
  const { hand, actor, now } = ctx;
  const action = await lockAction(ctx, actionId);
  if (action.status !== 'waiting') return;
  await updateActionRow(hand, action, {
    status: 'ready',
    last_activity_at: now,
    updated_at: now,
    updated_by_actor_id: actor.id,
    version: action.version + 1,
  });
  await emit(ctx, eventOn(action, 'action.updated', 'The action has its answer and is ready.'));
}
