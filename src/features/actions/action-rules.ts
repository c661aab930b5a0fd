import { limits } from '../../../generated/limits';
import { bool } from '../../platform/db/statements/columns';
import type { Settings } from '../../platform/operation';
import { problem } from '../../platform/problems';
import { addMilliseconds, SECOND } from '../../platform/time';

/** Whether an action with this status has ended: it is done or dropped. */
export function isTerminal(status: string): boolean {
  return status === 'done' || status === 'dropped';
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
