import { endClaim, renew, touch } from './action-changes';
import {
  covers,
  hasClaim,
  isActionable,
  isBehind,
  isBlocked,
  isClaimedByAnother,
  isDeferred,
  isIdle,
  isLive,
  isOpen,
  isTemplate,
  mayChangeAll,
} from './action-facts';
import { demand } from './outcome';
import { type Action, type Actor, type Model, note, type Project } from './state';

/** The claim generation of a request. */
export interface Guard {
  readonly isStale: boolean;
  readonly generation: number | undefined;
  readonly worker: string | null;
}

/** Whether a request of the claimant names neither the generation nor the worker of its claim. */
export function isOfAnotherWorker(
  model: Model,
  by: Actor,
  action: Action,
  { generation, worker }: Pick<Guard, 'generation' | 'worker'>,
): boolean {
  return (
    generation === undefined && hasClaim(model, by, action) && !isOf(model, by, { worker }, action)
  );
}

/** The lease of a claim, and the worker of the agent. */
interface ClaimFields {
  readonly lease: number;
  readonly worker: string | null;
}

/** Claims an action for an agent. */
export function claimAction(
  model: Model,
  by: Actor,
  action: Action,
  fields: ClaimFields & { readonly isStale: boolean },
): void {
  demand(by.kind === 'agent', 'WRONG_ACTOR');
  const isInReach = action.assignee === by || (action.assignee === null && covers(by, action));
  demand(isOpen(action), 'ALREADY_TERMINAL');
  demand(isInReach, 'FORBIDDEN');
  demand(!fields.isStale, 'STALE_VERSION');
  demand(!isLive(model, action.claim) || isOf(model, by, fields, action), 'ALREADY_CLAIMED');
  demand(isActionable(model, action), 'NOT_CLAIMABLE');
  take(model, by, action, fields);
}

// Whether the worker has a live claim on the action.
function isOf(
  model: Model,
  by: Actor,
  { worker }: Pick<ClaimFields, 'worker'>,
  action: Action,
): boolean {
  return hasClaim(model, by, action) && action.claim?.worker === worker;
}

function take(model: Model, by: Actor, action: Action, { lease, worker }: ClaimFields): void {
  if (!isOf(model, by, { worker }, action)) action.generation += 1;
  touch(model, by, action);
  action.claim = { claimant: by, until: model.now + lease, lease, worker };
  action.lastClaimant = by;
  action.released = null;
  note(model, action, 'action.claimed');
}

/** Sends a heartbeat; it renews the caller's claim and returns it. */
export function heartbeatAction(
  model: Model,
  by: Actor,
  action: Action,
  { generation, isStale, worker, lease }: Guard & { readonly lease: number | undefined },
): void {
  demand(isOpen(action), 'ALREADY_TERMINAL');
  const isClaimant = hasClaim(model, by, action);
  const isCurrent = generation === undefined || generation === action.generation;
  const claimedLast = action.lastClaimant === by;
  const hadClaim = claimedLast || !isCurrent;
  demand(hadClaim || action.assignee === by, 'FORBIDDEN');
  demand(!isStale, 'STALE_VERSION');
  demand(isCurrent, 'CLAIM_LOST');
  demand(!isOfAnotherWorker(model, by, action, { generation, worker }), 'CLAIM_LOST');
  demand(isClaimant || (generation === undefined && !claimedLast), 'CLAIM_LOST');
  touch(model, by, action);
  if (isClaimant && action.claim !== null) {
    action.claim = { ...action.claim, lease: lease ?? action.claim.lease };
  }
  if (isClaimant && action.claim?.until !== null) renew(model, action);
  note(model, action, 'action.heartbeat');
}

/** Releases a claim. */
export function releaseAction(
  model: Model,
  by: Actor,
  action: Action,
  { generation, isStale, worker }: Guard,
): void {
  demand(isOpen(action), 'ALREADY_TERMINAL');
  const isCurrent = generation === undefined || generation === action.generation;
  const belongsToAnother = action.claim !== null && action.claim.claimant !== by;
  demand(!isCurrent || mayChangeAll(by) || !belongsToAnother, 'FORBIDDEN');
  demand(!isStale, 'STALE_VERSION');
  demand(isCurrent, 'CLAIM_LOST');
  demand(!isOfAnotherWorker(model, by, action, { generation, worker }), 'CLAIM_LOST');
  demand(action.claim !== null, 'CLAIM_LOST');
  // A write of the assignee ends an expired claim, which is released all the same.
  const isOwn = action.claim?.claimant === by;
  touch(model, by, action);
  if (isOwn) action.released = { by, until: model.now + backoff };
  endClaim(action);
  action.activeAt = null;
  note(model, action, 'action.released');
}

// The workspace's `release_backoff`, in seconds.
const backoff = 3_600;

function isWithheld(model: Model, by: Actor, { released }: Action): boolean {
  return released !== null && released.by === by && released.until > model.now;
}

/** The response of claim-next in addition to the action. */
export interface NextClaim {
  readonly reason: 'claimed' | 'continue_current' | 'at_capacity' | 'none_ready';
  readonly action: Action | null;
  readonly withheld: Readonly<Record<string, number>>;
}

/** Claims the first action of an agent's own work and of the pool work that it matches. */
export function claimNext(
  model: Model,
  by: Actor,
  fields: ClaimFields & { readonly project: Project | undefined },
): NextClaim {
  const matchesFilter = ({ project }: Action): boolean =>
    fields.project === undefined || project === fields.project;
  const found = findNext(model, by, fields, matchesFilter);
  if (found.reason === 'claimed' && found.action !== null) {
    take(model, by, found.action, fields);
  }
  return { ...found, withheld: countWithheld(model, by, fields, matchesFilter) };
}

function findNext(
  model: Model,
  by: Actor,
  fields: Pick<ClaimFields, 'worker'>,
  matchesFilter: (action: Action) => boolean,
): Pick<NextClaim, 'reason' | 'action'> {
  const claimed = inOrder(
    model.actions
      .filter((action) => isActionable(model, action))
      .filter((it) => isOf(model, by, fields, it)),
  );
  const current = claimed.find(matchesFilter);
  if (current !== undefined) return { reason: 'continue_current', action: current };
  if (claimed.length > 0) return { reason: 'at_capacity', action: null };
  const first = inOrder(
    model.actions.filter(
      (action) =>
        matchesFilter(action) &&
        isInReach(by, action) &&
        isActionable(model, action) &&
        !isWithheld(model, by, action) &&
        !isLive(model, action.claim),
    ),
  ).at(0);
  return first === undefined
    ? { reason: 'none_ready', action: null }
    : { reason: 'claimed', action: first };
}

function isInReach(by: Actor, action: Action): boolean {
  return action.assignee === by || (action.assignee === null && covers(by, action));
}

/** Ready work that the agent matches and its queue does not contain, by cause. */
function countWithheld(
  model: Model,
  by: Actor,
  fields: Pick<ClaimFields, 'worker'>,
  matchesFilter: (action: Action) => boolean,
): NextClaim['withheld'] {
  const near = model.actions.filter(
    (action) =>
      action.status === 'ready' &&
      !isTemplate(action) &&
      (action.assignee === null || action.assignee === by) &&
      matchesFilter(action),
  );
  const count = (cause: (action: Action) => boolean): number => near.filter(cause).length;
  return {
    blocked: count(isBlocked),
    deferred: count((action) => isDeferred(model, action)),
    sequential: count((action) => isBehind(model, action)),
    missing_capability: count((action) => action.assignee === null && !covers(by, action)),
    claimed: count((action) => isLive(model, action.claim) && !isOf(model, by, fields, action)),
    paused_project: count(isIdle),
    released: count((action) => isWithheld(model, by, action)),
  };
}

/** The queue order: overdue first, then by due date, position and age; nulls last. */
function inOrder(actions: readonly Action[]): Action[] {
  const line = ({ due, position, age }: Action): number[] => [
    due ?? Number.MAX_VALUE,
    position ?? Number.MAX_VALUE,
    age,
  ];
  return actions.toSorted((one, other) => {
    const [left, right] = [line(one), line(other)];
    const at = left.findIndex((value, index) => value !== right[index]);
    return (left[at] ?? 0) - (right[at] ?? 0);
  });
}

/** The queue of an agent, including the pool work that it matches. */
export function queueOf(model: Model, agent: Actor): Action[] {
  return inOrder(
    model.actions.filter(
      (action) =>
        (isInReach(agent, action) || hasClaim(model, agent, action)) &&
        isActionable(model, action) &&
        !isWithheld(model, agent, action) &&
        !isClaimedByAnother(model, agent, action),
    ),
  );
}
