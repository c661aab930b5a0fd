import { checkIfMatch } from '../../platform/http/responses/preconditions';
import type { WriteContext } from '../../platform/operation';
import { lockAction, toPolicyAction, type PolicyRow } from './action-access';
import { checkMayChange } from './action-policy';
import { checkInReview, checkOpen, checkTerminal } from './action-rules';
import type { ActionRow, SingleRow } from './action-store';
import { checkNotClaimedByAnother, isClaimedBy } from './claims/claim-rules';

type Check = (row: SingleRow) => void | Promise<void>;

/** The requirements of a verb on one action. */
export interface ActionGuard {
  /** The state that the verb changes. */
  readonly state: keyof typeof stateChecks;
  /** Throws 403 unless the caller may do this, and may do it without an approval. */
  readonly permission?: Check;
  readonly ifMatch: string | undefined;
  /** Throws 409 when a claim or another state of the action prevents the verb. */
  readonly conflicts?: Check;
}

const stateChecks = {
  open: ({ status }: SingleRow) => checkOpen(status),
  ended: ({ status }: SingleRow) => checkTerminal(status),
  inReview: checkInReview,
} as const;

/**
 * Locks the action that a verb changes, and checks the request in the order that all verbs share:
 * visible (404), in the right state (409), permitted and approved (403), version (412), claims and
 * other states (409). The verb checks its own rules (422) afterwards. The state comes before the
 * permission, because the caller that ended the action may have changed who has permission.
 */
export async function lockActionFor(
  ctx: WriteContext,
  id: string,
  { state, permission, ifMatch, conflicts }: ActionGuard,
): Promise<SingleRow> {
  const row = await lockAction(ctx, id);
  stateChecks[state](row);
  await permission?.(row);
  checkIfMatch(ifMatch, row.version);
  await conflicts?.(row);
  return row;
}

/** Throws 403 unless the caller may change the action or has claimed it. */
export function checkMayChangeAction(
  { actor, now }: Pick<WriteContext, 'actor' | 'now'>,
  row: PolicyRow & Pick<ActionRow, 'claimed_by_actor_id' | 'claim_expires_at'>,
): void {
  if (!isClaimedBy(row, actor.id, now)) checkMayChange(actor, toPolicyAction(row));
}

/** The guard of a plain change of an open action. */
export function changeGuard(
  ctx: WriteContext,
  ifMatch: string | undefined,
): ActionGuard & Required<Pick<ActionGuard, 'conflicts'>> {
  return {
    state: 'open',
    permission: (row) => checkMayChangeAction(ctx, row),
    ifMatch,
    conflicts: (row) => checkNotClaimedByAnother(ctx.actor, row, ctx.now),
  };
}
