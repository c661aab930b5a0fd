import type { components } from '../../../../generated/types';
import { problem, type Problem } from '../../../platform/problems';
import { SECOND, addMilliseconds } from '../../../platform/time';

/** The lease of a claim in seconds, unless the claimant requests another one. */
export const defaultLease = 900;

/**
 * The columns of a claim. It is live until `claim_expires_at`; an expired one stays until a change.
 * A claim on a waiting action is at rest, and live, while it has no `claim_expires_at`.
 */
export interface ClaimColumns {
  readonly claimed_by_actor_id: string | null;
  readonly claim_generation: number;
  readonly claim_expires_at: string | null;
  readonly claim_lease_seconds: number | null;
  /** The name of the process of the agent that took the claim, or null. */
  readonly claim_worker: string | null;
}

type Claim = Pick<ClaimColumns, 'claimed_by_actor_id' | 'claim_expires_at'> & {
  /** The status of the action. */
  readonly status: string;
};
type LeasedClaim = Claim & Pick<ClaimColumns, 'claim_lease_seconds'>;

/** The columns of an action without a claim. */
export const noClaim = {
  claimed_by_actor_id: null,
  claim_expires_at: null,
  claim_lease_seconds: null,
  claim_worker: null,
} as const;

/** The columns after a claim has been ended, which supersedes its generation. */
export function endedClaim({ claim_generation: generation }: ClaimColumns): ClaimColumns {
  return { ...noClaim, claim_generation: Number(generation) + 1 };
}

/**
 * Whether the claim is at rest: its agent asked a blocking question about the action, which waits.
 * `claimAtRest` is the same in SQL.
 */
export function isAtRest({ claimed_by_actor_id, claim_expires_at, status }: Claim): boolean {
  return status === 'waiting' && claimed_by_actor_id !== null && claim_expires_at === null;
}

/** Whether the claim is live. `claimed` is the same in SQL. */
function isLive(claim: Claim, now: string): boolean {
  const { claim_expires_at: expiry } = claim;
  return expiry === null ? isAtRest(claim) : expiry > now;
}

/** The actor who has a live claim, or null. */
export function claimantOf(claim: Claim, now: string): string | null {
  return isLive(claim, now) ? claim.claimed_by_actor_id : null;
}

/** Whether the actor has a live claim. */
export function isClaimedBy(claim: Claim, actorId: string, now: string): boolean {
  return claim.claimed_by_actor_id === actorId && isLive(claim, now);
}

/** Whether a worker of an agent has a live claim on a ready action. */
export function isClaimedByWorker(
  claim: Claim & Pick<ClaimColumns, 'claim_worker'>,
  { actorId, worker, now }: Readonly<{ actorId: string; worker: string | null; now: string }>,
): boolean {
  const { status, claim_worker: claimant } = claim;
  return status === 'ready' && claimant === worker && isClaimedBy(claim, actorId, now);
}

/**
 * The columns that record an activity of the actor if it is the assignee. Clears an expired claim.
 */
export function assigneeActivity(
  row: Claim & { readonly assigned_actor_id: string | null },
  actorId: string,
  now: string,
) {
  if (row.assigned_actor_id !== actorId) return {};
  return { assignee_active_at: now, ...(isLive(row, now) ? {} : noClaim) };
}

/**
 * The column that offers an action again to the agent that released it, for a change by another
 * actor or after one. The agent's news of it comes by the timer of this moment. `releasedBy` is the
 * condition in SQL, and `endedBackoffs` is this for many actions.
 */
export function endedBackoff(
  row: {
    readonly last_claimed_by_actor_id: string | null;
    readonly released_until: string | null;
    readonly updated_by_actor_id: string;
  },
  actorId: string,
  now: string,
) {
  const { last_claimed_by_actor_id: releaser, updated_by_actor_id: changer } = row;
  const isUnchanged = releaser === actorId && changer === actorId;
  const isRunning = row.released_until !== null && row.released_until > now;
  return isRunning && !isUnchanged ? { released_until: now } : {};
}

/** The claim in the contract's shape. A claimant should renew it after half of its lease. */
export function toClaim(
  row: ClaimColumns & Pick<Claim, 'status'>,
  now: string,
): components['schemas']['Claim'] {
  const expiresAt = expiryOf(row, now);
  if (expiresAt === null) throw new Error('The action has no claim.');
  return {
    generation: Number(row.claim_generation),
    expires_at: expiresAt,
    renew_after: addMilliseconds(expiresAt, (-Number(row.claim_lease_seconds) / 2) * SECOND),
    ...(isAtRest(row) ? { at_rest: true } : {}),
    ...(row.claim_worker === null ? {} : { worker: row.claim_worker }),
  };
}

// A claim at rest expires at the earliest one lease after now, because a new lease begins when the
// rest ends.
function expiryOf(claim: LeasedClaim, now: string): string | null {
  if (!isAtRest(claim)) return claim.claim_expires_at;
  return addMilliseconds(now, Number(claim.claim_lease_seconds) * SECOND);
}

/**
 * Throws 409 `ALREADY_CLAIMED` for an agent while another one has a live claim. Never for people.
 */
export function checkNotClaimedByAnother(
  actor: { readonly kind: string; readonly id: string },
  claim: LeasedClaim,
  now: string,
): void {
  if (actor.kind !== 'agent' || claim.claimed_by_actor_id === actor.id) return;
  if (isLive(claim, now)) throw alreadyClaimed(claim, now);
}

/**
 * Throws 409 `ALREADY_CLAIMED` while another agent, or another worker of the same agent, has a live
 * claim.
 */
export function checkFreeFor(
  claimant: { readonly actorId: string; readonly worker: string | null },
  claim: LeasedClaim & Pick<ClaimColumns, 'claim_worker'>,
  now: string,
): void {
  if (!isLive(claim, now)) return;
  const isOwn = claim.claimed_by_actor_id === claimant.actorId;
  if (isOwn && claim.claim_worker === claimant.worker) return;
  throw alreadyClaimed(claim, now, isOwn ? anotherWorker : anotherAgent);
}

const anotherAgent = 'Another agent has claimed this action.';
const anotherWorker = 'Another worker of this agent has claimed this action.';

/** 409 `ALREADY_CLAIMED`, with the time after which to try again. */
export function alreadyClaimed(claim: LeasedClaim, now: string, message = anotherAgent): Problem {
  const expiresAt = expiryOf(claim, now);
  const remaining = expiresAt === null ? 0 : Date.parse(expiresAt) - Date.parse(now);
  const seconds = Math.max(1, Math.ceil(remaining / SECOND));
  return problem('ALREADY_CLAIMED', message, {
    details: {
      claimed_by_actor_id: claim.claimed_by_actor_id,
      expires_at: expiresAt,
      retry_after_seconds: seconds,
      ...(isAtRest(claim) ? { at_rest: true } : {}),
    },
    headers: { 'Retry-After': String(seconds) },
  });
}

/** Whether a request names a claim generation that is no longer the current one. */
export function isSuperseded(
  { claim_generation: current }: ClaimColumns,
  generation: number | undefined,
): boolean {
  return generation !== undefined && generation !== Number(current);
}

/** What a request says about the claim that its sender believes to have. */
export interface NamedClaim {
  readonly claim_generation?: number | undefined;
  readonly worker?: string | undefined;
  /** What the claim has used. A refused request does not record it. */
  readonly usage?: object | undefined;
}

/** Throws 409 `CLAIM_LOST` when the request names a superseded claim generation. */
export function checkGeneration(claim: ClaimColumns, named: NamedClaim): void {
  if (!isSuperseded(claim, named.claim_generation)) return;
  throw claimLost('Your claim has been taken over or ended.', named);
}

/**
 * Whether the claimant's request concerns another claim of the same agent: it names neither the
 * generation nor the worker of the live claim. Claims without a worker need no name.
 */
function isOfAnotherWorker(
  claim: Claim & Pick<ClaimColumns, 'claim_worker'>,
  { claim_generation: generation, worker }: NamedClaim,
  actorId: string,
  now: string,
): boolean {
  if (generation !== undefined || !isClaimedBy(claim, actorId, now)) return false;
  return (worker ?? null) !== claim.claim_worker;
}

const nameYourClaim = `${anotherWorker} Send the worker or the claim_generation of your claim.`;

/**
 * Throws 409 `ALREADY_CLAIMED` when the agent's live claim is of a worker that the request does not
 * name.
 */
export function checkNotOfAnotherWorker(
  actor: { readonly id: string },
  claim: LeasedClaim & Pick<ClaimColumns, 'claim_worker'>,
  named: NamedClaim,
  now: string,
): void {
  if (isOfAnotherWorker(claim, named, actor.id, now)) {
    throw alreadyClaimed(claim, now, nameYourClaim);
  }
}

/** Throws 409 `CLAIM_LOST` unless the request names the live claim of the agent, if it has one. */
export function checkNamesClaim(
  actor: { readonly id: string },
  claim: Claim & ClaimColumns,
  named: NamedClaim,
  now: string,
): void {
  checkGeneration(claim, named);
  if (isOfAnotherWorker(claim, named, actor.id, now)) throw lost(nameYourClaim, named);
}

/** Whether the actor claimed the action last, even if its claim has ended. */
export function claimedLast(
  row: Pick<ClaimColumns, 'claimed_by_actor_id'> & {
    readonly last_claimed_by_actor_id: string | null;
  },
  actorId: string,
): boolean {
  return row.claimed_by_actor_id === actorId || row.last_claimed_by_actor_id === actorId;
}

/** 409 `CLAIM_LOST`. Says so if the request reports usage, which it does not record. */
export function claimLost(why: string, named: NamedClaim): Problem {
  return lost(`${why} Claim the action again to go on.`, named);
}

const unrecorded = 'The usage was not recorded: add it to the report of your next claim.';

function lost(message: string, { usage }: NamedClaim): Problem {
  return problem('CLAIM_LOST', usage === undefined ? message : `${message} ${unrecorded}`);
}

/** Reasons why an action cannot be claimed. The first one that applies is reported. */
const obstacles = ['template', 'paused_project', 'deferred', 'blocked', 'sequential'] as const;

/** The obstacles of an action. */
export type ClaimObstacles = Readonly<Record<(typeof obstacles)[number], boolean>>;

/** Throws 409 `NOT_CLAIMABLE` with `details.reason` unless a queue would offer the action. */
export function checkClaimable(
  status: string,
  found: ClaimObstacles,
  blockedBy: readonly string[],
): void {
  const reason = status === 'ready' ? obstacles.find((obstacle) => found[obstacle]) : 'not_ready';
  if (reason === undefined) return;
  throw problem('NOT_CLAIMABLE', `${sentences[reason]} Claim an action that a queue offers.`, {
    details: { reason, status, ...(reason === 'blocked' ? { blocked_by: blockedBy } : {}) },
  });
}

const sentences: Record<(typeof obstacles)[number] | 'not_ready', string> = {
  not_ready: 'The action is not ready.',
  template: 'The action is a template.',
  paused_project: 'The project of the action is not active.',
  deferred: 'The action is deferred.',
  blocked: 'The action waits for others.',
  sequential: 'Another action of the project comes first, which is open or in review.',
};
