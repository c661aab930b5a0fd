import { emit } from '../../../shared/events';
import { insertNotes } from '../../../shared/notes';
import { etagOf, matchVersion } from '../../../platform/http/responses/preconditions';
import type { WriteContext, WriteHandler } from '../../../platform/operation';
import { shorten } from '../../../platform/text';
import { toPolicyAction, lockAction } from '../action-access';
import { toActionWithNotes } from '../action-mapping';
import { reply, changed, eventOn } from '../action-operations';
import { checkMayClaim, checkMayRelease } from '../action-policy';
import { checkOpen, isBlocking, isTerminal } from '../action-rules';
import { updateActionRow, type SingleRow } from '../action-store';
import { findBlockersOf } from '../blockers/blocker-store';
import {
  alreadyClaimed,
  checkClaimable,
  checkGeneration,
  claimLost,
  defaultLease,
  endedClaim,
  toClaim,
} from './claim-rules';
import { findClaimObstacles, insertClaim } from './claim-store';

/** Claims an action for the calling agent (product section 4, "Claims"). */
export const claimAction: WriteHandler<'claimAction'> = async ({ path, header, body }, ctx) => {
  const { transaction, actor, now } = ctx;
  const row = await lockAction(ctx, path.id);
  // Whoever comes too late for pool work is told so, although the winner has made it its own.
  if (!isTerminal(row.status)) checkMayClaim(actor, toPolicyAction(row));
  matchVersion(header['If-Match'], row.version);
  checkOpen(row.status);
  const blockers = await findBlockersOf(transaction, row);
  const blockedBy = blockers.filter(isBlocking).map(({ id }) => id);
  checkClaimable(row.status, await findClaimObstacles(transaction, row, now), blockedBy);
  const claimed = await tryClaim(ctx, row, body?.lease_seconds ?? defaultLease);
  if (claimed === undefined) throw alreadyClaimed(row, now);
  return claimOf(ctx, claimed);
};

/** Claims an action whose row is locked and that a queue offers, and answers it. Undefined while somebody else holds it. */
export async function tryClaim(
  ctx: WriteContext,
  row: SingleRow,
  leaseSeconds: number,
): Promise<SingleRow | undefined> {
  const { transaction, actor } = ctx;
  const claim = { actorId: actor.id, leaseSeconds };
  const claimed = await insertClaim(transaction, row, claim, changed(ctx, row));
  if (claimed === undefined) return undefined;
  emit(ctx, eventOn(row, 'action.claimed', `${actor.name} is on it.`));
  return claimed;
}

/** The action with the claim on it, and its entity tag. */
export async function claimOf(ctx: WriteContext, row: SingleRow) {
  return {
    status: 200,
    body: { action: await toActionWithNotes(ctx, row), claim: toClaim(row) },
    headers: { ETag: etagOf(row.version) },
  } as const;
}

/** Ends a claim before it runs out: pool work is open to all again, assigned work stays where it is. */
export const releaseAction: WriteHandler<'releaseAction'> = async ({ path, header, body }, ctx) => {
  const { transaction, workspaceId, actor, newId, now } = ctx;
  const row = await lockAction(ctx, path.id);
  matchVersion(header['If-Match'], row.version);
  checkOpen(row.status);
  checkGeneration(row, body?.claim_generation);
  if (row.claimed_by_actor_id === null) throw claimLost('Nobody has the action claimed.');
  checkMayRelease(actor, row.claimed_by_actor_id);
  const reason = body?.reason;
  const noteId = newId('not');
  if (reason !== undefined) {
    const note = { id: noteId, workspaceId, actionId: row.id, body: reason, now } as const;
    await insertNotes(transaction, [{ ...note, kind: 'note', createdByActorId: actor.id }]);
  }
  await updateActionRow(transaction, row, {
    ...changed(ctx, row),
    ...endedClaim(row),
    assignee_active_at: null,
    ...(reason === undefined ? {} : { latest_note_id: noteId, last_activity_note_id: noteId }),
  });
  const summary = `${actor.name} gave the action back${reason === undefined ? '.' : `: ${shorten(reason)}`}`;
  emit(ctx, eventOn(row, 'action.released', summary));
  const { body: action, headers } = await reply(ctx, row.id);
  return { status: 200, body: { action }, headers };
};
