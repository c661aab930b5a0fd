import { emit, type EventSource } from '../../../shared/events';
import { bool } from '../../../platform/db/statements/columns';
import type { WriteContext } from '../../../platform/operation';
import { makeReady, type BlockedAction } from './blocked-by-question-store';
import { isTemplate } from '../action-mapping';
import { eventOn } from '../action-operations';
import { updateActionRow, type ActionRow } from '../action-store';
import { assigneeActivity } from '../claims/claim-rules';

/**
 * Notes that the caller asked about a locked action. With `hold`, a ready action waits until `resumeAfterQuestion`; one that
 * waits already, for whatever reason, and a template stay as they are.
 */
export async function blockForQuestion(
  ctx: WriteContext,
  action: ActionRow,
  hold: boolean,
): Promise<void> {
  const { transaction, actor, now } = ctx;
  const holds = hold && action.status === 'ready' && !isTemplate(action);
  await updateActionRow(transaction, action, {
    ...(holds ? { status: 'waiting', waits_for_answer: true } : {}),
    last_activity_at: now,
    ...assigneeActivity(action, actor.id, now),
    updated_at: now,
    updated_by_actor_id: actor.id,
    version: action.version + 1,
  });
  if (holds) emit(ctx, eventOn(action, 'action.updated', 'The action waits for an answer.'));
}

/** Makes a locked action ready again that waits for an answer and for nothing else. Any other stays as it is. */
export async function unblockAfterQuestion(ctx: WriteContext, action: ActionRow): Promise<void> {
  const { transaction, actor, now } = ctx;
  if (action.status !== 'waiting' || !bool(action.waits_for_answer)) return;
  await updateActionRow(transaction, action, {
    status: 'ready',
    waits_for_answer: false,
    last_activity_at: now,
    updated_at: now,
    updated_by_actor_id: actor.id,
    version: action.version + 1,
  });
  emit(ctx, eventOn(action, 'action.updated', 'The action has its answer and is ready.'));
}

/** `resumeAfterQuestion` for any number of actions that `lockHeldActions` has locked. */
export async function unblockActions(
  source: EventSource,
  actions: readonly BlockedAction[],
): Promise<void> {
  if (actions.length === 0) return;
  const { transaction, workspaceId, actor, now } = source;
  const ids = actions.map(({ id }) => id);
  await makeReady(transaction, { workspaceId, ids, now, actorId: actor.id });
  const summary = 'The action waits for an answer no longer and is ready.';
  emit(source, ...actions.map((action) => eventOn(action, 'action.updated', summary)));
}
