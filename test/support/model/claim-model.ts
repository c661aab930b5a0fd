import { endClaim, touch } from './action-changes';
import {
  covers,
  holds,
  isActionable,
  isBehind,
  isBlocked,
  isDeferred,
  isFree,
  isHeldByAnother,
  isIdle,
  isLive,
  isOpen,
  isTemplate,
} from './action-facts';
import { demand } from './outcome';
import { note, type Action, type Actor, type Model, type Project } from './state';

/** What a guarded verb may send. */
export interface Guard {
  readonly isStale: boolean;
  readonly generation: number | undefined;
}

/** Claims an action for an agent. */
export function claimAction(
  model: Model,
  by: Actor,
  action: Action,
  wish: { readonly lease: number; readonly isStale: boolean },
): void {
  demand(by.kind === 'agent', 'WRONG_ACTOR');
  const isInReach = action.assignee === by || (action.assignee === null && covers(by, action));
  demand(!isOpen(action) || isInReach, 'FORBIDDEN');
  demand(!wish.isStale, 'STALE_VERSION');
  demand(isOpen(action), 'ALREADY_TERMINAL');
  demand(isActionable(model, action), 'NOT_CLAIMABLE');
  demand(!isHeldByAnother(model, by, action), 'ALREADY_CLAIMED');
  take(model, by, action, wish.lease);
}

function take(model: Model, by: Actor, action: Action, lease: number): void {
  if (!holds(model, by, action)) action.generation += 1;
  touch(model, by, action);
  action.claim = { holder: by, until: model.now + lease, lease };
  note(model, action, 'action.claimed');
}

/** Tells that the work goes on; renews the claim of who holds it, which it answers. */
export function heartbeatAction(
  model: Model,
  by: Actor,
  action: Action,
  { generation, isStale }: Guard,
): void {
  const isHolder = holds(model, by, action);
  demand(generation === undefined || generation === action.generation, 'CLAIM_LOST');
  const isLost = action.assignee === null && action.claim?.holder === by && !isHolder;
  demand(!isLost, 'CLAIM_LOST');
  demand(isHolder || action.assignee === by, 'FORBIDDEN');
  demand(!isStale, 'STALE_VERSION');
  demand(isOpen(action), 'ALREADY_TERMINAL');
  touch(model, by, action);
  if (isHolder && action.claim !== null) {
    action.claim = { ...action.claim, until: model.now + action.claim.lease };
  }
  note(model, action, 'action.heartbeat');
}

/** Gives a claim back. */
export function releaseAction(
  model: Model,
  by: Actor,
  action: Action,
  { generation, isStale }: Guard,
): void {
  demand(!isStale, 'STALE_VERSION');
  demand(isOpen(action), 'ALREADY_TERMINAL');
  demand(generation === undefined || generation === action.generation, 'CLAIM_LOST');
  demand(action.claim !== null, 'CLAIM_LOST');
  demand(isFree(by) || action.claim.holder === by, 'FORBIDDEN');
  touch(model, by, action);
  endClaim(action);
  action.activeAt = null;
  note(model, action, 'action.released');
}

/** What claim-next answers besides the action. */
export interface NextClaim {
  readonly reason: 'claimed' | 'continue_current' | 'at_capacity' | 'none_ready';
  readonly action: Action | null;
  readonly withheld: Readonly<Record<string, number>>;
}

/** Claims the first action of an agent's own work and of the pool work in its reach. */
export function claimNext(
  model: Model,
  by: Actor,
  wish: { readonly lease: number; readonly project: Project | undefined },
): NextClaim {
  const isThere = ({ project }: Action): boolean =>
    wish.project === undefined || project === wish.project;
  const found = findNext(model, by, isThere);
  if (found.reason === 'claimed' && found.action !== null) {
    take(model, by, found.action, wish.lease);
  }
  return { ...found, withheld: countWithheld(model, by, isThere) };
}

function findNext(
  model: Model,
  by: Actor,
  isThere: (action: Action) => boolean,
): Pick<NextClaim, 'reason' | 'action'> {
  const held = inOrder(
    model.actions.filter(({ status }) => status === 'ready').filter((it) => holds(model, by, it)),
  );
  const current = held.find(isThere);
  if (current !== undefined) return { reason: 'continue_current', action: current };
  if (held.length > 0) return { reason: 'at_capacity', action: null };
  const first = inOrder(
    model.actions.filter(
      (action) =>
        isThere(action) &&
        isInLane(by, action) &&
        isActionable(model, action) &&
        !isLive(model, action.claim),
    ),
  ).at(0);
  return first === undefined
    ? { reason: 'none_ready', action: null }
    : { reason: 'claimed', action: first };
}

function isInLane(by: Actor, action: Action): boolean {
  return action.assignee === by || (action.assignee === null && covers(by, action));
}

/** Ready work in the agent's reach that it is not offered, by cause. */
function countWithheld(
  model: Model,
  by: Actor,
  isThere: (action: Action) => boolean,
): NextClaim['withheld'] {
  const near = model.actions.filter(
    (action) =>
      action.status === 'ready' &&
      !isTemplate(action) &&
      (action.assignee === null || action.assignee === by) &&
      isThere(action),
  );
  const count = (cause: (action: Action) => boolean): number => near.filter(cause).length;
  return {
    blocked: count(isBlocked),
    deferred: count((action) => isDeferred(model, action)),
    sequential: count((action) => isBehind(model, action)),
    missing_capability: count((action) => action.assignee === null && !covers(by, action)),
    claimed: count((action) => isHeldByAnother(model, by, action)),
    paused_project: count(isIdle),
  };
}

/** Overdue first, then by due date, position and age: nulls last. */
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

/** The queue of an agent, with pool work in its reach. */
export function queueOf(model: Model, agent: Actor): Action[] {
  return inOrder(
    model.actions.filter(
      (action) =>
        (isInLane(agent, action) || holds(model, agent, action)) &&
        isActionable(model, action) &&
        !isHeldByAnother(model, agent, action),
    ),
  );
}
