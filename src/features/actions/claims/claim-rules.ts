import type { components } from '../../../../generated/types';
import { problem, type Problem } from '../../../platform/problems';
import { SECOND, shift } from '../../../platform/time';

/** Seconds for which a claim lives when its claimant asks for no other lease (product section 4, "Claims"). */
export const defaultLease = 900;

/** The columns of a claim. It is live until `claim_expires_at`; one that ran out stays there until somebody acts. */
export interface ClaimColumns {
  readonly claimed_by_actor_id: string | null;
  readonly claim_generation: number;
  readonly claim_expires_at: string | null;
  readonly claim_lease_seconds: number | null;
}

type Claim = Pick<ClaimColumns, 'claimed_by_actor_id' | 'claim_expires_at'>;

/** Nobody's claim. */
export const noClaim = {
  claimed_by_actor_id: null,
  claim_expires_at: null,
  claim_lease_seconds: null,
} as const;

/** The columns of a claim that somebody ends: whoever still relies on its generation has lost it. */
export function endedClaim({ claim_generation: generation }: ClaimColumns): ClaimColumns {
  return { ...noClaim, claim_generation: Number(generation) + 1 };
}

/** Whether the claim is live. */
function isLive({ claim_expires_at: expiry }: Pick<Claim, 'claim_expires_at'>, now: string) {
  return expiry !== null && expiry > now;
}

/** Whether the actor holds a live claim. */
export function isClaimedBy(claim: Claim, actorId: string, now: string): boolean {
  return claim.claimed_by_actor_id === actorId && isLive(claim, now);
}

/** What it means for the columns that the assignee is active, if the actor is it: a claim that ran out is over. */
export function assigneeActivity(
  row: Claim & { readonly assigned_actor_id: string | null },
  actorId: string,
  now: string,
) {
  if (row.assigned_actor_id !== actorId) return {};
  return { assignee_active_at: now, ...(isLive(row, now) ? {} : noClaim) };
}

/** The claim as its holder sees it; it is renewed best after half of its lease. */
export function toClaim(row: ClaimColumns): components['schemas']['Claim'] {
  const { claim_expires_at: expiresAt, claim_lease_seconds: lease } = row;
  if (expiresAt === null) throw new Error('An action that nobody claims has no claim to show.');
  return {
    generation: Number(row.claim_generation),
    expires_at: expiresAt,
    renew_after: shift(expiresAt, (-Number(lease) / 2) * SECOND),
  };
}

/** Throws 409 `ALREADY_CLAIMED` for an agent while another one holds a live claim; people are never in its way. */
export function checkNotClaimedByAnother(
  actor: { readonly kind: string; readonly id: string },
  claim: Claim,
  now: string,
): void {
  if (actor.kind !== 'agent' || claim.claimed_by_actor_id === actor.id) return;
  if (isLive(claim, now)) throw alreadyClaimed(claim, now);
}

/** 409 `ALREADY_CLAIMED`, with when to try again. */
export function alreadyClaimed(claim: Claim, now: string): Problem {
  const left =
    claim.claim_expires_at === null ? 0 : Date.parse(claim.claim_expires_at) - Date.parse(now);
  const seconds = Math.max(1, Math.ceil(left / SECOND));
  return problem('ALREADY_CLAIMED', 'Another agent is on this action now.', {
    details: {
      claimed_by_actor_id: claim.claimed_by_actor_id,
      expires_at: claim.claim_expires_at,
      retry_after_seconds: seconds,
    },
    headers: { 'Retry-After': String(seconds) },
  });
}

/** Throws 409 `CLAIM_LOST` when the caller relies on a generation that is not the claim's any more. */
export function checkGeneration(
  { claim_generation: current }: ClaimColumns,
  generation: number | undefined,
): void {
  if (generation === undefined || generation === Number(current)) return;
  throw claimLost('Your claim has been taken over or ended.');
}

/** 409 `CLAIM_LOST`. */
export function claimLost(why: string): Problem {
  return problem('CLAIM_LOST', `${why} Claim the action again to go on.`);
}

/** Why an action cannot be claimed, the first that applies (product section 4). */
const hindrances = ['template', 'paused_project', 'deferred', 'blocked', 'sequential'] as const;

/** Which hindrances an action has. */
export type ClaimObstacles = Readonly<Record<(typeof hindrances)[number], boolean>>;

/** Throws 409 `NOT_CLAIMABLE` with `details.reason` unless a queue would offer the action. `blockedBy` names what holds it. */
export function checkClaimable(
  status: string,
  found: ClaimObstacles,
  blockedBy: readonly string[],
): void {
  const reason =
    status === 'ready' ? hindrances.find((hindrance) => found[hindrance]) : 'not_ready';
  if (reason === undefined) return;
  throw problem('NOT_CLAIMABLE', `${sentences[reason]} Only what a queue offers can be claimed.`, {
    details: { reason, status, ...(reason === 'blocked' ? { blocked_by: blockedBy } : {}) },
  });
}

const sentences: Record<(typeof hindrances)[number] | 'not_ready', string> = {
  not_ready: 'The action is not ready.',
  template: 'The action is a template.',
  paused_project: 'The project of the action is not active.',
  deferred: 'The action is deferred.',
  blocked: 'The action waits for others.',
  sequential: 'Another action of the project comes first, which is open or in review.',
};
