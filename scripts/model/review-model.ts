import { touch } from './action-changes';
import { isOpen, mayChange, waitsFor } from './action-facts';
import { demand } from './outcome';
import { note, type Action, type Actor, type Model } from './state';

/**
 * The assignee of a reopened action; undefined for the previous one, `unknown` for an id that does
 * not exist.
 */
export type Successor = Actor | null | undefined | 'unknown';

/** Approves finished work. */
export function approveAction(model: Model, by: Actor, action: Action, isStale: boolean): void {
  checkReview(by, action);
  demand(!isStale, 'STALE_VERSION');
  touch(model, by, action);
  action.review = 'approved';
  note(model, action, 'action.approved');
}

/** Rejects finished work, which becomes ready. */
export function rejectAction(
  model: Model,
  by: Actor,
  action: Action,
  next: { readonly isStale: boolean; readonly assignee: Successor },
): void {
  checkReview(by, action);
  const { assignee } = next;
  const isChanged = assignee !== undefined && assignee !== action.assignee;
  if (isChanged && assignee !== 'unknown' && assignee?.state !== 'revoked') {
    const isAnother = assignee?.kind === 'agent' && assignee !== by;
    demand(by.kind === 'user' || by.isSysadmin || !isAnother, 'FORBIDDEN');
    // A reviewer does not take by a rejection what it may not change.
    demand(assignee !== by || mayChange(model, by, action), 'FORBIDDEN');
  }
  demand(!next.isStale, 'STALE_VERSION');
  open(model, by, action, next.assignee);
  action.review = 'rejected';
  note(model, action, 'action.rejected');
}

/** Reopens a terminal action: a done one becomes ready, a dropped one goes to the inbox. */
export function reopenAction(
  model: Model,
  by: Actor,
  action: Action,
  next: { readonly isStale: boolean; readonly assignee: Successor },
): void {
  demand(by.kind === 'user', 'WRONG_ACTOR');
  demand(!isOpen(action), 'NOT_TERMINAL');
  demand(!next.isStale, 'STALE_VERSION');
  open(model, by, action, next.assignee);
  action.review = 'none';
  note(model, action, 'action.reopened');
}

function checkReview(by: Actor, action: Action): void {
  demand(action.status === 'done' && action.review === 'pending', 'NOT_IN_REVIEW');
  const isOwn = action.finisher === by || (by.kind === 'agent' && action.creator === by);
  demand(!isOwn, 'SELF_REVIEW_FORBIDDEN');
}

function open(model: Model, by: Actor, action: Action, assignee: Successor): void {
  demand(assignee !== 'unknown' && assignee?.state !== 'revoked', 'INVALID_REFERENCE');
  const { sourceKey: key, review } = action;
  const isTaken = model.actions.some((other) => isOpen(other) && other.sourceKey === key);
  demand(key === null || !isTaken, 'SOURCE_KEY_TAKEN');
  const { status } = action;
  action.status = status === 'done' ? 'ready' : 'inbox';
  action.generation += 1;
  if (review !== 'pending' && waitsFor(model, action, action)) {
    action.status = status;
    demand(false, 'DEPENDENCY_CYCLE');
  }
  action.finisher = null;
  action.waitsForAnswer = false;
  action.lastActivity = model.now;
  if (assignee !== undefined) action.assignee = assignee;
  else if (action.assignee?.state === 'revoked') action.assignee = null;
  action.activeAt = action.assignee === by ? model.now : null;
}
