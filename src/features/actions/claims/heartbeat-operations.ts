import { emit } from '../../../shared/events';
import { insertNotes } from '../../../shared/notes';
import type { WriteContext, WriteHandler } from '../../../platform/operation';
import { truncate } from '../../../platform/text';
import { toPolicyAction } from '../action-access';
import { actionEvent } from '../action-events';
import { lockActionFor } from '../action-guard';
import { checkMayReportProgress } from '../action-policy';
import { replyWithRow } from '../action-reply';
import { changeAction } from '../action-store';
import { activityColumns } from '../caller-changes';
import {
  checkGeneration,
  claimLost,
  isAtRest,
  isClaimedBy,
  isSuperseded,
  toClaim,
} from './claim-rules';
import { renewClaim } from './claim-store';

/**
 * Reports that the work continues, with an optional progress note, and renews the caller's claim. A
 * claim at rest stays at rest.
 */
export const heartbeatAction: WriteHandler<'heartbeatAction'> = async (
  { path, header, body },
  ctx,
) => {
  const { transaction, actor, now } = ctx;
  const generation = body?.claim_generation;
  const row = await lockActionFor(ctx, path.id, {
    state: 'open',
    permission: (action) => {
      // A former claimant must learn that it lost its claim, although another may have it now.
      const hadClaim = action.claimed_by_actor_id === actor.id || isSuperseded(action, generation);
      if (!hadClaim) checkMayReportProgress(actor, toPolicyAction(action));
    },
    ifMatch: header['If-Match'],
    conflicts: (action) => {
      checkGeneration(action, generation);
      const isAssignee = action.assigned_actor_id === actor.id;
      if (!isAssignee && !isClaimedBy(action, actor.id, now)) {
        throw claimLost('Your claim has expired.');
      }
    },
  });
  const isClaimant = isClaimedBy(row, actor.id, now);
  const text = body?.progress_note;
  const renews = isClaimant && !isAtRest(row);
  const after = await (renews ? renewClaim : changeAction)(transaction, row, {
    ...activityColumns(ctx, row),
    ...(text === undefined ? {} : await insertProgressNote(ctx, row.id, text)),
  });
  const summary =
    text === undefined
      ? `${actor.name} is working on the action.`
      : `${actor.name}: ${truncate(text)}`;
  emit(ctx, actionEvent(row, 'action.heartbeat', summary));
  const { body: action, ...reply } = await replyWithRow(ctx, after);
  return { ...reply, body: { action, ...(isClaimant ? { claim: toClaim(after, now) } : {}) } };
};

async function insertProgressNote(
  { transaction, workspaceId, actor, newId, now }: WriteContext,
  actionId: string,
  body: string,
) {
  const id = newId('not');
  const note = { id, workspaceId, kind: 'heartbeat', actionId, body, now } as const;
  await insertNotes(transaction, [{ ...note, createdByActorId: actor.id }]);
  return { last_activity_note_id: id };
}
