import { isLive } from './action-facts';
import { nextNumber, note, type Action, type Actor, type Model } from './state';

/** The initial fields of an action; the rest have defaults. */
export type Beginning = Pick<Action, 'title' | 'creator' | 'status' | 'assignee' | 'project'> &
  Partial<Action>;

/** Adds an action. */
export function addAction(model: Model, beginning: Beginning): Action {
  const action: Action = {
    kind: 'action',
    id: '',
    stamp: 0,
    age: nextNumber(model),
    isTemplate: false,
    requirements: [],
    reviewChoice: null,
    review: 'none',
    finisher: null,
    claim: null,
    lastClaimant: null,
    released: null,
    generation: 0,
    blockers: [],
    waitsForAnswer: false,
    position: null,
    due: null,
    deferred: null,
    repeats: false,
    spawnedFrom: null,
    sourceKey: null,
    activeAt: null,
    lastActivity: model.now,
    ...beginning,
  };
  model.actions.push(action);
  note(model, action, 'action.created');
  return action;
}

/**
 * The effects of any write on an action: it counts as activity, and an expired claim of the
 * assignee ends.
 */
export function touch(model: Model, by: Actor, action: Action): void {
  action.lastActivity = model.now;
  offerAgain(action, by);
  if (action.assignee !== by) return;
  action.activeAt = model.now;
  if (!isLive(model, action.claim)) action.claim = null;
}

/** A change offers an action again to another agent that released it. Null is the system. */
export function offerAgain(action: Action, by: Actor | null): void {
  if (action.released !== null && action.released.by !== by) action.released = null;
}

/** Begins a new lease of the claim on an action. */
export function renew(model: Model, action: Action): void {
  if (action.claim === null) return;
  action.claim = { ...action.claim, until: model.now + action.claim.lease };
}

/** Ends a claim, so its generation no longer matches. */
export function endClaim(action: Action): void {
  action.claim = null;
  action.generation += 1;
}

/**
 * Assigns an action to another actor or to the pool, which ends any claim of others, also an
 * expired one.
 */
export function assign(model: Model, by: Actor, action: Action, assignee: Actor | null): void {
  if (action.claim !== null && action.claim.claimant !== assignee) endClaim(action);
  touch(model, by, action);
  action.assignee = assignee;
  action.activeAt = assignee === by ? model.now : null;
}
