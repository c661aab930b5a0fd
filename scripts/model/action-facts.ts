import type { JsonRecord } from '../../src/platform/json';
import type { Action, Actor, Claim, Model, Project } from './state';

/** The windows of the derived states, in seconds, as the server under test is configured. */
const windows = { working: 900, stalled: 86_400 } as const;

/** Whether an action is open. */
export function isOpen({ status }: Pick<Action, 'status'>): boolean {
  return status !== 'done' && status !== 'dropped';
}

/** Whether an action, or its project, is a template. */
export function isTemplate(action: Action): boolean {
  return action.isTemplate || action.project?.isTemplate === true;
}

/** Whether an action is deferred. */
export function isDeferred(model: Model, { deferred }: Action): boolean {
  return deferred !== null && deferred > model.now;
}

/** Whether a claim is live; it does not expire while it is at rest. */
export function isLive(model: Model, claim: Claim | null): claim is Claim {
  return claim !== null && (claim.until === null || claim.until > model.now);
}

/** Whether the actor has a live claim on the action. */
export function hasClaim(model: Model, by: Actor, { claim }: Action): boolean {
  return isLive(model, claim) && claim.claimant === by;
}

/** Whether another actor has a live claim on the action. */
export function isClaimedByAnother(model: Model, by: Actor, { claim }: Action): boolean {
  return isLive(model, claim) && claim.claimant !== by;
}

/** Whether the action is unassigned and ready. */
export function isPool({ status, assignee }: Action): boolean {
  return status === 'ready' && assignee === null;
}

/** Whether the agent's capabilities cover the action's requirements. */
export function covers(by: Actor, { requirements }: Action): boolean {
  return by.kind === 'agent' && requirements.every((needed) => by.capabilities.includes(needed));
}

/** Whether the actor may change all actions: people and sysadmins. */
export function mayChangeAll({ kind, isSysadmin }: Actor): boolean {
  return kind === 'user' || isSysadmin;
}

/**
 * Whether the actor may change the action: a worker may change its own, pool work that it matches
 * or has claimed, and what it created unless another agent is assigned.
 */
export function mayChange(model: Model, by: Actor, action: Action): boolean {
  if (mayChangeAll(by) || action.assignee === by || hasClaim(model, by, action)) return true;
  if (isPool(action) && covers(by, action)) return true;
  return action.creator === by && action.assignee?.kind !== 'agent';
}

/** The same for completing: of the actions that it created, only unassigned ones in the inbox. */
export function mayComplete(model: Model, by: Actor, action: Action): boolean {
  if (mayChangeAll(by) || action.assignee === by || hasClaim(model, by, action)) return true;
  if (isPool(action)) return covers(by, action);
  return action.assignee === null && action.creator === by;
}

/**
 * Whether a person reviews the action when an agent completes it: as chosen, or by default when an
 * agent created it or is assigned.
 */
export function requiresReview({ reviewChoice, creator, assignee }: Action): boolean {
  return reviewChoice ?? (creator.kind === 'agent' || assignee?.kind === 'agent');
}

/**
 * Whether an action blocks those that wait for it: a predecessor or blocker is resolved only once
 * approved.
 */
function isUnresolved({ status, review }: Action): boolean {
  if (status === 'dropped') return false;
  return status !== 'done' || (review !== 'none' && review !== 'approved');
}

/** Whether open blockers block the action. */
export function isBlocked({ blockers }: Action): boolean {
  return blockers.some(isUnresolved);
}

/** Whether `one` precedes `other` in their project: by position with nulls last, then by age. */
function comesBefore(one: Action, other: Action): boolean {
  const rank = ({ position }: Action): number => position ?? Number.POSITIVE_INFINITY;
  if (rank(one) !== rank(other)) return rank(one) < rank(other);
  return one.age < other.age;
}

// The actions that precede this one in its sequential project.
function before(model: Model, action: Action): Action[] {
  const { project } = action;
  if (project?.workMode !== 'sequential') return [];
  return actionsOf(model, project).filter(
    (other) => !other.isTemplate && comesBefore(other, action),
  );
}

/** The first open actions of its sequential project: those that are available, or in review. */
export function aheadOf(model: Model, action: Action): Action[] {
  return before(model, action).filter(
    (other) => (isOpen(other) && !isDeferred(model, other)) || other.review === 'pending',
  );
}

/**
 * Whether the action reaches another one by waiting: for its blockers, and for earlier actions of
 * its sequential project that are open or in review.
 */
export function waitsFor(model: Model, action: Action, goal: Action): boolean {
  const reached = new Set<Action>();
  const follow = (from: Action): boolean =>
    waitedForBy(model, from).some((next) => {
      if (next === goal) return true;
      if (reached.has(next)) return false;
      reached.add(next);
      return follow(next);
    });
  return follow(action);
}

function waitedForBy(model: Model, action: Action): Action[] {
  const isPlaced = (one: Action) => !one.isTemplate && (isOpen(one) || one.review === 'pending');
  const earlier = isPlaced(action) ? before(model, action).filter(isPlaced) : [];
  return [...action.blockers, ...earlier];
}

/** Whether another action of its sequential project comes first. */
export function isBehind(model: Model, action: Action): boolean {
  return aheadOf(model, action).length > 0;
}

/** The expected `held_by` of an action; undefined if there is no reason. */
export function heldByOf(model: Model, action: Action): JsonRecord[] | undefined {
  if (!isOpen(action) || isTemplate(action)) return undefined;
  const blocking = action.blockers
    .filter(isUnresolved)
    .toSorted((one, other) => one.age - other.age);
  const [first] = aheadOf(model, action).toSorted((one, other) =>
    comesBefore(one, other) ? -1 : 1,
  );
  const caused = (reason: string, by: readonly Action[]): JsonRecord[] => {
    const inReview = by.filter((other) => !isOpen(other)).map(({ id }) => id);
    const ids = { action_ids: by.map(({ id }) => id) };
    const reviews = inReview.length === 0 ? {} : { in_review_ids: inReview };
    return by.length === 0 ? [] : [{ reason, ...ids, ...reviews }];
  };
  const reasons: JsonRecord[] = [
    ...caused('blocked', blocking),
    ...(isDeferred(model, action) ? [{ reason: 'deferred' }] : []),
    ...caused('sequential', first === undefined ? [] : [first]),
    ...(isIdle(action) ? [{ reason: 'paused_project' }] : []),
  ];
  return reasons.length === 0 ? undefined : reasons;
}

/** Whether its project excludes it from queues. */
export function isIdle({ project }: Action): boolean {
  return project !== null && project.state !== 'active';
}

/** Whether a queue contains the action, regardless of claims. */
export function isActionable(model: Model, action: Action): boolean {
  return (
    action.status === 'ready' &&
    !isTemplate(action) &&
    !isIdle(action) &&
    !isDeferred(model, action) &&
    !isBlocked(action) &&
    !isBehind(model, action)
  );
}

/** Whether the action is shown as working. */
export function isWorking(model: Model, action: Action): boolean {
  if (action.status !== 'ready') return false;
  if (action.claim !== null) return isLive(model, action.claim);
  const { assignee, activeAt } = action;
  return assignee !== null && activeAt !== null && activeAt > model.now - windows.working;
}

/** Whether the action is shown as stalled. */
export function isStalled(model: Model, action: Action): boolean {
  if (action.status !== 'ready' && action.status !== 'waiting') return false;
  if (action.assignee === null || isTemplate(action) || isIdle(action)) return false;
  const isQuiet = action.lastActivity <= model.now - windows.stalled;
  return isQuiet || (action.claim !== null && !isLive(model, action.claim));
}

/** The actions of a project. */
export function actionsOf(model: Model, project: Project): Action[] {
  return model.actions.filter((action) => action.project === project);
}
