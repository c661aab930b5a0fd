import type { JsonRecord } from '../../../src/platform/json';
import type { Action, Actor, Claim, Model, Project } from './state';

/** The windows of the derived states, in seconds, as the server under test is configured. */
const windows = { working: 900, stalled: 86_400 } as const;

/** Whether an action is not over. */
export function isOpen({ status }: Pick<Action, 'status'>): boolean {
  return status !== 'done' && status !== 'dropped';
}

/** Whether an action, or its project, is a template. */
export function isTemplate(action: Action): boolean {
  return action.isTemplate || action.project?.isTemplate === true;
}

/** Whether an action is put off. */
export function isDeferred(model: Model, { deferred }: Action): boolean {
  return deferred !== null && deferred > model.now;
}

/** Whether a claim is live. */
export function isLive(model: Model, claim: Claim | null): claim is Claim {
  return claim !== null && claim.until > model.now;
}

/** Whether the actor holds a live claim on the action. */
export function holds(model: Model, by: Actor, { claim }: Action): boolean {
  return isLive(model, claim) && claim.holder === by;
}

/** Whether another than the actor holds a live claim on the action. */
export function isHeldByAnother(model: Model, by: Actor, { claim }: Action): boolean {
  return isLive(model, claim) && claim.holder !== by;
}

/** Whether the action is nobody's and ready. */
export function isPool({ status, assignee }: Action): boolean {
  return status === 'ready' && assignee === null;
}

/** Whether the agent's capabilities cover what the action requires. */
export function covers(by: Actor, { requirements }: Action): boolean {
  return by.kind === 'agent' && requirements.every((needed) => by.capabilities.includes(needed));
}

/** Whether lanes do not bind the actor: people and sysadmins. */
export function isFree({ kind, isSysadmin }: Actor): boolean {
  return kind === 'user' || isSysadmin;
}

/** The lane of product section 3: its own, pool work that it matches or has claimed, what it created unless another agent has it. */
export function mayChange(model: Model, by: Actor, action: Action): boolean {
  if (isFree(by) || action.assignee === by || holds(model, by, action)) return true;
  if (isPool(action) && covers(by, action)) return true;
  return action.creator === by && action.assignee?.kind !== 'agent';
}

/** The same for finishing: of what it created, only what it captured and nobody has. */
export function mayComplete(model: Model, by: Actor, action: Action): boolean {
  if (isFree(by) || action.assignee === by || holds(model, by, action)) return true;
  if (isPool(action)) return covers(by, action);
  return action.assignee === null && action.creator === by;
}

/** Whether a person reviews what an agent completes: as somebody chose, or else when an agent made it or has it. */
export function requiresReview({ reviewChoice, creator, assignee }: Action): boolean {
  return reviewChoice ?? (creator.kind === 'agent' || assignee?.kind === 'agent');
}

/** Whether an action holds back those that wait for it: successors and blockers count as resolved only once approved. */
function holdsBack({ status, review }: Action): boolean {
  if (status === 'dropped') return false;
  return status !== 'done' || (review !== 'none' && review !== 'approved');
}

/** Whether the action waits for others. */
export function isBlocked({ blockers }: Action): boolean {
  return blockers.some(holdsBack);
}

/** Whether `one` comes before `other` in their project: by position, those without one last, then by age. */
function comesBefore(one: Action, other: Action): boolean {
  const place = ({ position }: Action): number => position ?? Number.POSITIVE_INFINITY;
  if (place(one) !== place(other)) return place(one) < place(other);
  return one.age < other.age;
}

// Those of its sequential project that come before the action.
function before(model: Model, action: Action): Action[] {
  const { project } = action;
  if (project?.workMode !== 'sequential') return [];
  return actionsOf(model, project).filter(
    (other) => !other.isTemplate && comesBefore(other, action),
  );
}

/** The actions of its sequential project that come first: those that can be done now, or are up for review. */
export function aheadOf(model: Model, action: Action): Action[] {
  return before(model, action).filter(
    (other) => (isOpen(other) && !isDeferred(model, other)) || other.review === 'pending',
  );
}

/** Whether another action of its sequential project comes first. */
export function isBehind(model: Model, action: Action): boolean {
  return aheadOf(model, action).length > 0;
}

/** Why an action is held, as it should be shown; undefined when nothing holds it. */
export function holdsOf(model: Model, action: Action): JsonRecord[] | undefined {
  if (!isOpen(action) || isTemplate(action)) return undefined;
  const blocking = action.blockers.filter(holdsBack).toSorted((one, other) => one.age - other.age);
  const [first] = aheadOf(model, action).toSorted((one, other) =>
    comesBefore(one, other) ? -1 : 1,
  );
  const holds: JsonRecord[] = [
    ...(blocking.length === 0
      ? []
      : [{ reason: 'blocked', action_ids: blocking.map(({ id }) => id) }]),
    ...(isDeferred(model, action) ? [{ reason: 'deferred' }] : []),
    ...(first === undefined ? [] : [{ reason: 'sequential', action_ids: [first.id] }]),
    ...(isIdle(action) ? [{ reason: 'paused_project' }] : []),
  ];
  return holds.length === 0 ? undefined : holds;
}

/** Whether it is in a project whose actions are in no queue. */
export function isIdle({ project }: Action): boolean {
  return project !== null && project.state !== 'active';
}

/** Whether a queue offers the action, but for claims on it. */
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

/** Whether somebody works on it (product section 4). */
export function isWorking(model: Model, action: Action): boolean {
  if (action.status !== 'ready') return false;
  if (action.claim !== null) return isLive(model, action.claim);
  const { assignee, activeAt } = action;
  return assignee !== null && activeAt !== null && activeAt > model.now - windows.working;
}

/** Whether nobody goes on with it (product section 4). */
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
