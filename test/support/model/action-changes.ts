import { isLive } from './action-facts';
import { nextNumber, note, type Action, type Actor, type Model } from './state';

/** What an action may begin with; the rest is usual. */
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

/** What any act on an action means for it: activity, and the end of a claim of its assignee that ran out. */
export function touch(model: Model, by: Actor, action: Action): void {
  action.lastActivity = model.now;
  if (action.assignee !== by) return;
  action.activeAt = model.now;
  if (!isLive(model, action.claim)) action.claim = null;
}

/** Ends a claim, so that whoever relies on it has lost it. */
export function endClaim(action: Action): void {
  action.claim = null;
  action.generation += 1;
}

/** Gives an action to somebody else, or to nobody, which ends a claim of anybody else, also one that ran out. */
export function assign(model: Model, by: Actor, action: Action, assignee: Actor | null): void {
  if (action.claim !== null && action.claim.holder !== assignee) endClaim(action);
  touch(model, by, action);
  action.assignee = assignee;
  action.activeAt = assignee === by ? model.now : null;
}
