import { emit } from '../../../shared/events';
import type { WriteContext, WriteHandler } from '../../../platform/operation';
import { truncate } from '../../../platform/text';
import { toPolicyAction } from '../action-access';
import { actionEvent, actionNews, workersOf } from '../action-events';
import { lockActionFor } from '../action-guard';
import { checkMayClaim, checkMayRelease } from '../action-policy';
import { replyWithAction, replyWithRow } from '../action-reply';
import { isBlocking } from '../action-rules';
import { updateActionRow, type SingleRow } from '../action-store';
import { findBlockersOf } from '../blockers/blocker-store';
import { changeColumns } from '../caller-changes';
import { insertVerbNote } from '../lifecycle/verb-note';
import {
  alreadyClaimed,
  checkClaimable,
  checkFreeFor,
  checkGeneration,
  claimLost,
  defaultLease,
  endedClaim,
  isSuperseded,
  toClaim,
} from './claim-rules';
import { findClaimObstacles, insertClaim } from './claim-store';

/** Claims an action for the calling agent. */
export const claimAction: WriteHandler<'claimAction'> = async ({ path, header, body }, ctx) => {
  const { transaction, actor, now } = ctx;
  const request = claimRequest(body);
  const row = await lockActionFor(ctx, path.id, {
    state: 'open',
    permission: (action) => checkMayClaim(actor, toPolicyAction(action)),
    ifMatch: header['If-Match'],
    conflicts: async (action) => {
      checkFreeFor({ actorId: actor.id, worker: request.worker }, action, now);
      const blockers = await findBlockersOf(transaction, action);
      const blockedBy = blockers.filter(isBlocking).map(({ id }) => id);
      const obstacles = await findClaimObstacles(transaction, action, now);
      checkClaimable(action.status, obstacles, blockedBy);
    },
  });
  const claimed = await tryClaim(ctx, row, request);
  if (claimed === undefined) throw alreadyClaimed(row, now);
  return replyWithClaim(ctx, claimed);
};

/** The lease in seconds, and the worker of the calling agent, that a request asks for. */
export interface ClaimRequest {
  readonly leaseSeconds: number;
  /** Null for the claims without a worker, which belong together. */
  readonly worker: string | null;
}

/** The claim that a body asks for. */
export function claimRequest(
  body: { readonly lease_seconds?: number; readonly worker?: string } | undefined,
): ClaimRequest {
  return { leaseSeconds: body?.lease_seconds ?? defaultLease, worker: body?.worker ?? null };
}

/**
 * Claims a locked action and returns it. Returns undefined while another agent, or another worker
 * of the calling agent, has claimed it.
 */
export async function tryClaim(
  ctx: WriteContext,
  row: SingleRow,
  request: ClaimRequest,
): Promise<SingleRow | undefined> {
  const { transaction, actor } = ctx;
  const claim = { actorId: actor.id, ...request };
  const claimed = await insertClaim(transaction, row, claim, changeColumns(ctx, row));
  if (claimed === undefined) return undefined;
  emit(ctx, actionEvent(row, 'action.claimed', `${actor.name} claimed the action.`));
  return claimed;
}

/** Replies with an action and the claim on it. */
export async function replyWithClaim(ctx: WriteContext, row: SingleRow) {
  const { body: action, ...reply } = await replyWithRow(ctx, row);
  return { ...reply, body: { action, claim: toClaim(row, ctx.now) } };
}

/**
 * Ends a claim before it expires. Pool work is open to all agents again; assigned work stays
 * assigned.
 */
export const releaseAction: WriteHandler<'releaseAction'> = async ({ path, header, body }, ctx) => {
  const { transaction, actor, now } = ctx;
  const generation = body?.claim_generation;
  const row = await lockActionFor(ctx, path.id, {
    state: 'open',
    permission: (action) => {
      // A former claimant must learn that it lost its claim, although another may have it now.
      if (!isSuperseded(action, generation)) checkMayRelease(actor, action.claimed_by_actor_id);
    },
    ifMatch: header['If-Match'],
    conflicts: (action) => {
      checkGeneration(action, generation);
      if (action.claimed_by_actor_id === null) throw claimLost('The action has no claim.');
    },
  });
  const reason = body?.reason;
  const note = await insertVerbNote(ctx, row.id, reason);
  await updateActionRow(transaction, row, {
    ...changeColumns(ctx, row),
    ...endedClaim(row),
    assignee_active_at: null,
    ...note,
  });
  const why = reason === undefined ? '.' : `: ${truncate(reason)}`;
  const summary = `${actor.name} released the action${why}`;
  const related = workersOf(row, now, { ...row, ...endedClaim(row) });
  emit(ctx, actionNews(row, 'action.released', summary, { related, noteId: note.latest_note_id }));
  const { body: action, headers } = await replyWithAction(ctx, row.id);
  return { status: 200, body: { action }, headers };
};
