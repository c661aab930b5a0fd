import { limits } from '../../../generated/limits';
import { bool } from '../../platform/db/statements/columns';
import type { Actor, Settings } from '../../platform/operation';
import { problem, type Problem } from '../../platform/problems';
import { addMilliseconds, SECOND } from '../../platform/time';

/** Whether an action with this status has ended: it is done or dropped. */
export function isTerminal(status: string): boolean {
  return status === 'done' || status === 'dropped';
}

/** What the rank of an action has more while the action is not overdue. */
export const notOverdue = 5;

/**
 * The rank of an action in queues, before its due date: 0 to 4 from urgent to no priority, and
 * `notOverdue` more until it is due. It is stored, so that an index has the order of the queues.
 * `rankOverdue` changes the rank of what becomes overdue.
 */
export function queueRank(
  { priority, due_at: due }: { readonly priority: number; readonly due_at: string | null },
  now: string,
): number {
  return notOverdue - 1 - priority + (due !== null && due <= now ? 0 : notOverdue);
}

/** The review states in which finished work counts as done. */
export const settledReviews = ['none', 'approved'] as const;

/** Whether an action blocks those that wait for it: unless it is dropped, or done and reviewed. */
export function isBlocking(blocker: {
  readonly status: string;
  readonly review_state: string;
}): boolean {
  if (blocker.status === 'dropped') return false;
  return (
    blocker.status !== 'done' || !settledReviews.some((state) => state === blocker.review_state)
  );
}

/** Throws 409 `ALREADY_TERMINAL` with `details.status` unless the action is open. */
export function checkOpen(status: string): void {
  if (isTerminal(status)) {
    throw problem('ALREADY_TERMINAL', `The action is ${status} already.`, { details: { status } });
  }
}

const maxIds = limits.batch_actions;

/** The distinct ids of a batch in their order. Throws 422 `TOO_MANY_IDS` for more than 100. */
export function batchOf(ids: readonly string[]): string[] {
  const distinct = [...new Set(ids)];
  if (distinct.length <= maxIds) return distinct;
  throw problem('TOO_MANY_IDS', `Request at most ${maxIds} actions at once.`, {
    details: { limit: maxIds, given: distinct.length },
  });
}

/** Throws 409 `NOT_TERMINAL` with `details.status` unless the action has ended. */
export function checkTerminal(status: string): void {
  if (isTerminal(status)) return;
  throw problem('NOT_TERMINAL', `The action is still open: it is ${status}.`, {
    details: { status },
  });
}

/**
 * Whether a person reviews the action after an agent completes it: as chosen, or by default when an
 * agent created it or is its assignee.
 */
export function requiresReview(action: {
  readonly requires_review: unknown;
  readonly review_chosen: unknown;
  readonly creator_kind: string | null;
  readonly assignee_kind: string | null;
}): boolean {
  if (bool(action.review_chosen)) return bool(action.requires_review);
  return action.creator_kind === 'agent' || action.assignee_kind === 'agent';
}

/**
 * Throws 409 `NOT_IN_REVIEW` with `details.status` and `details.review_state` unless a review is
 * pending.
 */
export function checkInReview(action: {
  readonly status: string;
  readonly review_state: string;
}): void {
  const { status, review_state: review } = action;
  if (status === 'done' && review === 'pending') return;
  throw problem('NOT_IN_REVIEW', 'No review of this action is pending.', {
    details: { status, review_state: review },
  });
}

/** Throws 400 `VALIDATION_FAILED` when an agent drops an action without a reason. */
export function checkReason(kind: 'user' | 'agent', reason: string | undefined): void {
  if (kind === 'user' || reason !== undefined) return;
  const message = 'body/reason is missing. An agent must give a reason to drop an action.';
  throw problem('VALIDATION_FAILED', message, {
    issues: [{ path: 'body/reason', code: 'VALIDATION_FAILED', message }],
  });
}

/** Throws 409 `TEMPLATE_NOT_COMPLETABLE` for a template, because only its copies are worked on. */
export function checkNoTemplate(isTemplate: boolean): void {
  if (isTemplate) {
    throw problem(
      'TEMPLATE_NOT_COMPLETABLE',
      'A template cannot be completed. Duplicate its project and complete the copy.',
    );
  }
}

const maxPayloadBytes = limits.input_payload_bytes;

/** Throws 413 `PAYLOAD_TOO_LARGE` for an input payload larger than 64 KiB. */
export function checkPayload(payload: unknown): void {
  if (payload === undefined || Buffer.byteLength(JSON.stringify(payload)) <= maxPayloadBytes)
    return;
  throw problem('PAYLOAD_TOO_LARGE', 'body/input_payload is larger than 64 KiB.', {
    issues: [
      {
        path: 'body/input_payload',
        code: 'PAYLOAD_TOO_LARGE',
        message: 'body/input_payload is larger than 64 KiB.',
      },
    ],
    details: { limit_bytes: maxPayloadBytes },
  });
}

/** The time of a request, and the windows of the derived states. */
export interface Clock {
  readonly now: string;
  readonly settings: Settings;
}

/** The time of a request, and the start of each window of the derived states. */
export interface ActivityWindows {
  readonly now: string;
  readonly workingSince: string;
  readonly stalledSince: string;
}

/** A moment of a workspace. Each subquery names the workspace by value: docs/scale.md. */
export interface WorkspaceNow extends Pick<ActivityWindows, 'now'> {
  readonly workspaceId: string;
}

/** The start of each window at the time of a request. */
export function activityWindows({ now, settings }: Clock): ActivityWindows {
  return {
    now,
    workingSince: workingSince(now, settings),
    stalledSince: addMilliseconds(now, -settings.stalledSeconds * SECOND),
  };
}

/** The condition `working` for a row that has been read. */
export function isWorking(
  row: {
    readonly status: string;
    readonly assigned_actor_id: string | null;
    readonly assignee_active_at: string | null;
    readonly claim_expires_at: string | null;
  },
  { now, settings }: Clock,
): boolean {
  if (row.status !== 'ready') return false;
  if (row.claim_expires_at !== null) return row.claim_expires_at > now;
  return (
    row.assigned_actor_id !== null &&
    row.assignee_active_at !== null &&
    row.assignee_active_at > workingSince(now, settings)
  );
}

function workingSince(now: string, settings: Settings): string {
  return addMilliseconds(now, -settings.workingSeconds * SECOND);
}

/** The fields of an action that permissions depend on. */
export interface PolicyAction {
  readonly status: string;
  readonly assigned_actor_id: string | null;
  readonly assignee_kind: 'user' | 'agent' | 'system' | null;
  readonly assignee_name: string | null;
  readonly created_by_actor_id: string;
  readonly requirements: readonly string[];
}

/** Whether the action is pool work: ready and unassigned. */
export function isPool(action: Pick<PolicyAction, 'status' | 'assigned_actor_id'>): boolean {
  return action.status === 'ready' && action.assigned_actor_id === null;
}

/** Whether an agent's capabilities cover pool work. */
function matchesPool(actor: Actor, action: PolicyAction): boolean {
  return isPool(action) && covers(actor, action);
}

function covers(actor: Actor, { requirements }: Pick<PolicyAction, 'requirements'>): boolean {
  return (
    actor.kind === 'agent' &&
    requirements.every((requirement) => actor.capabilities.includes(requirement))
  );
}

/**
 * Throws 403 unless the actor may change the action. People and sysadmin agents may change any
 * action. A worker may change its own actions, pool work that it can do, and actions that it
 * created unless an agent is their assignee.
 */
export function checkMayChange(actor: Actor, action: PolicyAction): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return;
  if (action.assigned_actor_id === actor.id || matchesPool(actor, action)) return;
  if (action.created_by_actor_id === actor.id && action.assignee_kind !== 'agent') return;
  throw cannotChange(action);
}

/**
 * Throws 403 unless the actor may complete the action. People and sysadmin agents may complete any
 * action. A worker may complete its own actions, pool work that it can do, and unassigned actions
 * that it created and that are not ready.
 */
export function checkMayComplete(actor: Actor, action: PolicyAction): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return;
  if (action.assigned_actor_id === actor.id || matchesPool(actor, action)) return;
  const isCaptured = action.assigned_actor_id === null && action.status !== 'ready';
  if (isCaptured && action.created_by_actor_id === actor.id) return;
  throw cannotChange(action);
}

/**
 * Throws 403 unless the actor is the assignee: only the assignee can report progress without a
 * claim.
 */
export function checkMayReportProgress(actor: Actor, action: PolicyAction): void {
  if (action.assigned_actor_id !== actor.id) throw cannotChange(action);
}

/**
 * Throws 403 unless the action is the agent's own, or unassigned and covered by its capabilities.
 */
export function checkMayClaim(actor: Actor, action: PolicyAction): void {
  if (action.assigned_actor_id === actor.id) return;
  if (action.assigned_actor_id === null && covers(actor, action)) return;
  throw cannotChange(action);
}

/** Throws 403 when a worker ends the claim of another agent. */
export function checkMayRelease(actor: Actor, claimantId: string | null): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return;
  if (claimantId === null || claimantId === actor.id) return;
  throw problem('FORBIDDEN', 'Another agent has claimed this action.');
}

/** Throws 403 when a worker assigns an action to another agent. */
export function checkMayAssign(
  actor: Actor,
  assignee: { readonly id: string; readonly kind: string; readonly name: string } | null,
): void {
  if (actor.kind === 'user' || actor.accessMode === 'sysadmin') return;
  if (assignee === null || assignee.kind !== 'agent' || assignee.id === actor.id) return;
  throw problem(
    'FORBIDDEN',
    `You cannot assign work to ${assignee.name}, another agent. Assign it to yourself (\`me\`), ` +
      'to a person (GET /v1/users), or to nobody (null), which is the pool if it is ready.',
  );
}

/**
 * Throws 403 `SELF_REVIEW_FORBIDDEN` for the actor who completed the action, and for an agent that
 * created it.
 */
export function checkMayReview(
  actor: Actor,
  action: { readonly completed_by_actor_id: string | null; readonly created_by_actor_id: string },
): void {
  if (action.completed_by_actor_id === actor.id) {
    throw problem(
      'SELF_REVIEW_FORBIDDEN',
      'You completed this action yourself. Somebody else must review it.',
    );
  }
  if (actor.kind === 'agent' && action.created_by_actor_id === actor.id) {
    throw problem(
      'SELF_REVIEW_FORBIDDEN',
      'You created this action yourself. Somebody else must review it.',
    );
  }
}

/** Throws 403 when an agent chooses another reviewer. */
export function checkMayChooseReviewer(
  actor: Actor,
  reviewer: string | null,
  before: string | null,
): void {
  if (actor.kind === 'user' || reviewer === before) return;
  throw problem('FORBIDDEN', 'Only people choose who reviews an action.');
}

function cannotChange(action: PolicyAction): Problem {
  const owner =
    action.assigned_actor_id === null
      ? 'It is unassigned, and it is not pool work that your capabilities cover.'
      : `It is assigned to ${action.assignee_name ?? 'another actor'}.`;
  return problem('FORBIDDEN', `You cannot change this action. ${owner}`);
}
