import { findSystemActor } from '../../../shared/actor-store';
import { emit } from '../../../shared/events';
import { insertNotes, type NoteKind } from '../../../shared/note-store';
import { bool } from '../../../platform/db/statements/columns';
import type { WriteContext, WriteHandler } from '../../../platform/operation';
import { truncate } from '../../../platform/text-length';
import {
  consumeApproval,
  requiresApproval,
  checkNamesApproval,
  findNamedApproval,
} from '../../proposals';
import { actionNews, workersOf } from '../action-activity-store';
import { changeGuard, checkMayChangeAction, lockActionFor } from '../action-guard';
import { replyWithAction } from '../action-mapping';
import { checkReason } from '../action-rules';
import { emitUnblocked } from '../blockers/unblocking-store';
import { dropActions, type LockedAction } from '../bulk/project-actions-store';

/**
 * Ends the open questions about locked actions in the name of an actor. The questions feature
 * provides it, because it imports this one.
 */
export type EndQuestions = (
  ctx: WriteContext,
  actionIds: readonly string[],
  actorId: string,
) => Promise<void>;

/** Why and by whom actions are dropped. The reason becomes a note on each of them. */
export interface Drop {
  readonly actorId: string;
  readonly reason: string | undefined;
  readonly noteKind: NoteKind;
  /** The summary of the event. */
  readonly summary: string;
}

/** Makes `dropAction`, which drops an open action and ends the open questions about it. */
export function dropActionWith(endQuestions: EndQuestions): WriteHandler<'dropAction'> {
  return async ({ path, header, body }, ctx) => {
    const { transaction, workspaceId, actor } = ctx;
    const reason = body?.reason;
    checkReason(actor.kind, reason);
    const gated = {
      operation: 'dropAction',
      request: { ...body, id: path.id },
      proposalId: body?.permitted_proposal_id,
    } as const;
    const row = await lockActionFor(ctx, path.id, {
      ...changeGuard(ctx, header['If-Match']),
      permission: async (action) => {
        checkMayChangeAction(ctx, action);
        await checkNamesApproval(ctx, gated, () => requiresApproval(ctx, action.order_id));
      },
    });
    const approval = await findNamedApproval(ctx, gated);
    await dropLocked(ctx, [row], {
      actorId: actor.id,
      reason,
      noteKind: 'note',
      summary:
        reason === undefined
          ? `${actor.name} dropped the action.`
          : `${actor.name} dropped the action: ${truncate(reason)}`,
    });
    const system = await findSystemActor(transaction, workspaceId);
    await endQuestions(ctx, [row.id], system?.id ?? actor.id);
    if (bool(row.blocks_others)) {
      await emitUnblocked(ctx, { ids: [row.id], actorId: actor.id });
    }
    await consumeApproval(ctx, approval);
    return replyWithAction(ctx, path.id);
  };
}

/**
 * Drops locked open actions, each with the reason as a note and an event. The caller ends the
 * questions about them.
 */
export async function dropLocked(
  ctx: WriteContext,
  actions: readonly LockedAction[],
  { actorId, reason, noteKind, summary }: Drop,
): Promise<void> {
  const { transaction, workspaceId, now, newId } = ctx;
  const noteOf = new Map(
    reason === undefined ? [] : actions.map(({ id }) => [id, newId('not')] as const),
  );
  await insertNotes(
    transaction,
    [...noteOf].map(([actionId, id]) => ({
      id,
      workspaceId,
      kind: noteKind,
      actionId,
      createdByActorId: actorId,
      body: reason ?? '',
      now,
    })),
  );
  const ids = actions.map(({ id }) => id);
  await dropActions(transaction, { workspaceId, ids, noteOf, now, actorId });
  emit(
    ctx,
    ...actions.map((action) => ({
      ...actionNews(action, 'action.dropped', summary, {
        related: workersOf(action, now),
        noteId: noteOf.get(action.id),
      }),
      actorId,
    })),
  );
}
