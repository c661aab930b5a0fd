import { findSystemActor } from '../../../shared/actors';
import { emit } from '../../../shared/events';
import { insertNotes, type NoteKind } from '../../../shared/notes';
import { matchVersion } from '../../../platform/http/responses/preconditions';
import type { WriteContext, WriteHandler } from '../../../platform/operation';
import { shorten } from '../../../platform/text';
import { findApproval, requiresApproval, consumeApproval } from '../../proposals';
import { toPolicyAction, lockAction } from '../action-access';
import { reply, eventOn } from '../action-operations';
import { checkMayChange } from '../action-policy';
import { checkOpen, checkReason, isTerminal } from '../action-rules';
import { checkNotClaimedByAnother, isClaimedBy } from '../claims/claim-rules';
import { dropActions, type LockedAction } from '../bulk/project-actions-store';

/**
 * Ends the open questions about actions whose rows are locked, in the name of an actor. The questions room does it, which knows
 * actions; they do not know it.
 */
export type EndQuestions = (
  ctx: WriteContext,
  actionIds: readonly string[],
  actorId: string,
) => Promise<void>;

/** Why actions are dropped and by whom; a reason becomes a note of each. */
export interface Drop {
  readonly actorId: string;
  readonly reason: string | undefined;
  readonly noteKind: NoteKind;
  /** What the event says. */
  readonly summary: string;
}

/** Makes `dropAction`: an open action ends undone, and the open questions about it with it (product section 4). */
export function dropActionWith(endQuestions: EndQuestions): WriteHandler<'dropAction'> {
  return async ({ path, header, body }, ctx) => {
    const { transaction, workspaceId, actor, now } = ctx;
    const reason = body?.reason;
    checkReason(actor.kind, reason);
    const row = await lockAction(ctx, path.id);
    // Whoever comes too late for pool work is told so: it is in no pool any more.
    if (!isTerminal(row.status) && !isClaimedBy(row, actor.id, now)) {
      checkMayChange(actor, toPolicyAction(row));
    }
    matchVersion(header['If-Match'], row.version);
    checkOpen(row.status);
    checkNotClaimedByAnother(actor, row, now);
    const leave = await findApproval(ctx, {
      operation: 'dropAction',
      request: { ...body, id: path.id },
      proposalId: body?.permitted_proposal_id,
      required: await requiresApproval(ctx, row.order_id),
    });
    await dropLocked(ctx, [row], {
      actorId: actor.id,
      reason,
      noteKind: 'note',
      summary:
        reason === undefined
          ? `${actor.name} dropped the action.`
          : `${actor.name} dropped the action: ${shorten(reason)}`,
    });
    const system = await findSystemActor(transaction, workspaceId);
    await endQuestions(ctx, [row.id], system?.id ?? actor.id);
    await consumeApproval(ctx, leave);
    return reply(ctx, path.id);
  };
}

/** Drops locked open actions, each with the reason as a note and an event. Who calls it ends the questions about them. */
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
    ...actions.map((action) => ({ ...eventOn(action, 'action.dropped', summary), actorId })),
  );
}
