import type { components } from '../../../../generated/types';
import { isBeyondHistory } from '../../../shared/plans';
import { bool } from '../../../platform/db/statements/columns';
import { isBlocking, isTerminal } from '../action-rules';
import type { ListedRow } from '../action-store';
import type { BlockerRow } from '../blockers/blocker-store';
import { comparePositions, type SequencePosition } from './sequence-rules';

/** Why an open action cannot be done now, in the contract's shape. */
export type HeldBy = NonNullable<components['schemas']['Action']['held_by']>;

/** The first action in review of its project, with the columns that say when it ended. */
type ReviewedPosition = SequencePosition &
  Pick<ListedRow, 'status' | 'completed_at' | 'updated_at'>;

/** The first actions of a sequential project. */
export interface ProjectSequence {
  /** Its first action that is open and undeferred. */
  readonly firstOpen: SequencePosition | undefined;
  /** Its first action whose review is pending. */
  readonly firstInReview: ReviewedPosition | undefined;
}

/** The data besides its row that decide why an action is held. */
interface HoldContext {
  readonly blockers: readonly BlockerRow[];
  /** Undefined unless the action is in a sequential project. */
  readonly sequence: ProjectSequence | undefined;
  readonly now: string;
  /** The start of the history window. The ids of earlier actions are omitted. */
  readonly start: string | null;
}

/**
 * Whether something can hold the action: it is open, and neither it nor its project is a template.
 */
export function canBeHeld(
  row: Pick<ListedRow, 'status' | 'is_template' | 'project_is_template'>,
): boolean {
  return !isTerminal(row.status) && !bool(row.is_template) && !bool(row.project_is_template);
}

/**
 * Why no queue offers an open action, by the causes that `claim-next` counts as withheld; undefined
 * when nothing holds it. `withheld-store.ts` has the same definitions in SQL.
 */
export function heldBy(
  row: ListedRow,
  { blockers, sequence, now, start }: HoldContext,
): HeldBy | undefined {
  if (!canBeHeld(row)) return undefined;
  const isIdle = row.project_state !== null && row.project_state !== 'active';
  if (blockers.length === 0 && sequence === undefined && row.defer_until === null && !isIdle)
    return undefined;
  const blocking = blockers.filter(isBlocking);
  const ahead = sequence && firstAhead(row, sequence);
  const reasons: HeldBy = [
    ...(blocking.length === 0 ? [] : [blockedBy(blocking)]),
    ...(row.defer_until !== null && row.defer_until > now ? [{ reason: 'deferred' as const }] : []),
    ...(ahead === undefined ? [] : [sequential(ahead, start)]),
    ...(isIdle ? [{ reason: 'paused_project' as const }] : []),
  ];
  return reasons.length === 0 ? undefined : reasons;
}

/** Whether two actions are held for the same reasons. */
export function isSameHeldBy(one: HeldBy | undefined, other: HeldBy | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

// The first action of the sequence, if it must end before this one can be done.
function firstAhead(
  row: SequencePosition,
  { firstOpen, firstInReview }: ProjectSequence,
): SequencePosition | ReviewedPosition | undefined {
  const [first] = [firstOpen, firstInReview]
    .filter((candidate) => candidate !== undefined)
    .toSorted(comparePositions);
  return first !== undefined && comparePositions(first, row) < 0 ? first : undefined;
}

function blockedBy(blocking: readonly BlockerRow[]): HeldBy[number] {
  const inReview = blocking.filter(({ status }) => isTerminal(status));
  return { reason: 'blocked', action_ids: idsOf(blocking), ...inReviewIds(inReview) };
}

function idsOf(actions: readonly { readonly id: string }[]): string[] {
  return actions.map(({ id }) => id);
}

// An action that is done and still holds others is in review.
function inReviewIds(actions: readonly { readonly id: string }[]) {
  return actions.length === 0 ? {} : { in_review_ids: idsOf(actions) };
}

function sequential(
  ahead: SequencePosition | ReviewedPosition,
  start: string | null,
): HeldBy[number] {
  const isHidden = 'status' in ahead && isBeyondHistory(ahead, start);
  if (isHidden) return { reason: 'sequential' };
  const inReview = 'status' in ahead ? [ahead] : [];
  return { reason: 'sequential', action_ids: [ahead.id], ...inReviewIds(inReview) };
}
