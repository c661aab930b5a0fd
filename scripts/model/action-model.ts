import { addAction, assign, renew, touch } from './action-changes';
import {
  hasClaim,
  isBlocked,
  isClaimedByAnother,
  isOpen,
  isPool,
  isTemplate,
  mayChange,
  mayChangeAll,
  mayComplete,
  requiresReview,
  waitsFor,
} from './action-facts';
import { checkApproval, checkSeen, consumeApproval, type Gated } from './approval-model';
import { type Guard, isOfAnotherWorker } from './claim-model';
import { isSameJson } from './difference';
import { demand } from './outcome';
import { type Action, type Actor, type Model, note, type Project } from './state';

/** A new action; an absent assignee means the default, null the pool. */
export interface NewAction extends Gated {
  readonly title: string;
  readonly status: 'inbox' | 'ready' | 'waiting';
  readonly assignee: Actor | null | undefined;
  readonly project: Project | null | 'unknown';
  readonly isTemplate: boolean;
  readonly noReview: boolean;
  readonly requirements: readonly string[];
  readonly sourceKey: string | null;
  readonly position: number | null;
  readonly due: number | null;
  readonly deferred: number | null;
  readonly repeats: boolean;
}

/** Creates an action, or returns the open one with its source key. */
export function createAction(
  model: Model,
  by: Actor,
  fields: NewAction,
): { readonly action: Action; readonly isNew: boolean } {
  const own = by.kind === 'agent' && fields.status === 'ready' ? by : null;
  const assignee = fields.assignee === undefined ? own : fields.assignee;
  demand(assignee?.state !== 'revoked', 'INVALID_REFERENCE');
  checkReassignment(by, assignee);
  checkApproval(by, 'createAction', fields, by.needsApproval && assignee !== by);
  demand(by.kind === 'user' || !fields.noReview, 'FORBIDDEN');
  demand(fields.project !== 'unknown', 'INVALID_REFERENCE');
  const key = fields.sourceKey;
  const taken = model.actions.find((other) => isOpen(other) && other.sourceKey === key);
  if (key !== null && taken !== undefined) return { action: taken, isNew: false };
  const { title, status, project, isTemplate, requirements, position, due, deferred, repeats } =
    fields;
  const action = addAction(model, {
    title,
    status,
    project,
    isTemplate,
    requirements,
    position,
    due,
    deferred,
    repeats,
    creator: by,
    assignee,
    sourceKey: key,
    reviewChoice: fields.noReview ? false : null,
  });
  consumeApproval(model, fields);
  return { action, isNew: true };
}

/** The fields of a change; absent ones do not change. */
export interface ActionPatch extends Gated {
  readonly status?: 'inbox' | 'ready' | 'waiting';
  readonly assignee?: Actor | null;
  readonly project?: Project | null;
  readonly position?: number | null;
  readonly deferred?: number | null;
  readonly isTemplate?: boolean;
  readonly requirements?: readonly string[];
  readonly reviewChoice?: boolean;
}

/** Changes an open action. A patch without a difference changes nothing. */
export function updateAction(
  model: Model,
  by: Actor,
  action: Action,
  patch: ActionPatch,
  isStale: boolean,
): void {
  const { assignee, reviewChoice: review } = patch;
  const isReassigned = assignee !== undefined && assignee !== action.assignee;
  const isAssignable = assignee?.state !== 'revoked';
  const needsApproval = by.needsApproval && isReassigned && isAssignable && assignee !== by;
  checkChange(model, by, action, isStale, () => {
    const leavesReviewUnchanged = review === undefined || review === requiresReview(action);
    demand(by.kind === 'user' || leavesReviewUnchanged, 'FORBIDDEN');
    if (isReassigned && isAssignable) checkReassignment(by, assignee);
    demand(!needsApproval || patch.approval !== undefined, 'PROPOSAL_REQUIRED');
  });
  demand(isAssignable, 'INVALID_REFERENCE');
  checkApproval(by, 'updateAction', patch, needsApproval);
  checkSeen(model, patch);
  const {
    payload: _payload,
    approval: _approval,
    assignee: _assignee,
    reviewChoice,
    ...others
  } = patch;
  const fields =
    by.kind === 'user' && reviewChoice !== undefined ? { ...others, reviewChoice } : others;
  const now = new Map<string, unknown>(Object.entries(action));
  const isChanged = Object.entries(fields).some(
    ([name, value]) => !isSameValue(now.get(name), value),
  );
  if (!isChanged && !isReassigned) return;
  const after: Action = { ...action, ...fields };
  const isMoved =
    (typeof fields.project === 'object' && after.project !== action.project) ||
    after.position !== action.position ||
    (action.isTemplate && !after.isTemplate);
  demand(!isMoved || !closesCycle(model, action, fields), 'DEPENDENCY_CYCLE');
  if (isReassigned) assign(model, by, action, assignee);
  else touch(model, by, action);
  if (fields.status !== undefined && fields.status !== action.status) {
    action.waitsForAnswer = false;
    if (action.claim?.until === null) renew(model, action);
  }
  Object.assign(action, fields);
  consumeApproval(model, patch);
  note(model, action, isReassigned ? 'action.assigned' : 'action.updated');
}

function closesCycle(model: Model, action: Action, fields: Partial<Action>): boolean {
  const was = { ...action };
  Object.assign(action, fields);
  const isClosed = waitsFor(model, action, action);
  Object.assign(action, was);
  return isClosed;
}

/** Completes an open action, and adds the next occurrence of a repeating one. */
export function completeAction(model: Model, by: Actor, action: Action, guard: Guard): void {
  demand(isOpen(action), 'ALREADY_TERMINAL');
  demand(mayComplete(model, by, action), 'FORBIDDEN');
  demand(!guard.isStale, 'STALE_VERSION');
  demand(guard.generation === undefined || guard.generation === action.generation, 'CLAIM_LOST');
  demand(by.kind === 'user' || !isClaimedByAnother(model, by, action), 'ALREADY_CLAIMED');
  demand(!isOfAnotherWorker(model, by, action, guard), 'ALREADY_CLAIMED');
  demand(!isTemplate(action), 'TEMPLATE_NOT_COMPLETABLE');
  demand(!isBlocked(action), 'BLOCKED');
  const before = { ...action };
  touch(model, by, action);
  const assignsCompleter =
    isPool(action) || (action.assignee === null && hasClaim(model, by, action));
  if (assignsCompleter) action.assignee = by;
  action.status = 'done';
  action.review = by.kind === 'agent' && requiresReview(action) ? 'pending' : 'none';
  action.finisher = by;
  action.claim = null;
  note(model, action, 'action.completed');
  addNext(model, action, before);
}

const day = 86_400;

function addNext(model: Model, done: Action, was: Action): void {
  const hasNext = model.actions.some((other) => other.spawnedFrom === done);
  if (!was.repeats || hasNext) return;
  const isReady = was.status === 'ready' || was.assignee !== null || was.waitsForAnswer;
  const next = model.now + day;
  const put = was.deferred === null ? null : next + was.deferred - (was.due ?? was.deferred);
  addAction(model, {
    title: was.title,
    creator: was.creator,
    status: isReady ? 'ready' : 'inbox',
    assignee: was.assignee,
    project: was.project,
    requirements: was.requirements,
    reviewChoice: was.reviewChoice,
    position: was.position,
    due: was.deferred !== null && was.due === null ? null : next,
    deferred: put,
    repeats: true,
    spawnedFrom: done,
  });
}

/** Drops an open action and dismisses its open questions. */
export function dropAction(
  model: Model,
  by: Actor,
  action: Action,
  fields: Gated & { readonly isStale: boolean },
): void {
  checkChange(model, by, action, fields.isStale, () =>
    demand(!by.needsApproval || fields.approval !== undefined, 'PROPOSAL_REQUIRED'),
  );
  checkApproval(by, 'dropAction', fields, by.needsApproval);
  checkSeen(model, fields);
  drop(model, action);
  consumeApproval(model, fields);
}

/** The effects of dropping an action. */
export function drop(model: Model, action: Action): void {
  action.status = 'dropped';
  action.claim = null;
  action.waitsForAnswer = false;
  action.lastActivity = model.now;
  note(model, action, 'action.dropped');
  for (const question of model.questions) {
    if (question.scope !== action || question.state !== 'open') continue;
    question.state = 'dismissed';
    note(model, question, 'question.dismissed');
  }
}

/** Refuses a change that the actor may not make now. `checkFurther` adds to the permission. */
export function checkChange(
  model: Model,
  by: Actor,
  action: Action,
  isStale: boolean,
  checkFurther?: () => void,
): void {
  demand(isOpen(action), 'ALREADY_TERMINAL');
  demand(mayChange(model, by, action), 'FORBIDDEN');
  checkFurther?.();
  demand(!isStale, 'STALE_VERSION');
  demand(by.kind === 'user' || !isClaimedByAnother(model, by, action), 'ALREADY_CLAIMED');
}

function checkReassignment(by: Actor, assignee: Actor | null): void {
  demand(mayChangeAll(by) || assignee === by || assignee?.kind !== 'agent', 'FORBIDDEN');
}

function isSameValue(one: unknown, other: unknown): boolean {
  return Array.isArray(one) ? isSameJson(one, other) : one === other;
}
