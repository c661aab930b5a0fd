import { isHeldByAnother, isOpen, mayChange } from './action-facts';
import { isTaken } from './action-steps';
import { pickAssignee } from './action-wish';
import { addBlocker, removeBlocker } from './blocker-model';
import { approveAction, rejectAction, reopenAction, type Successor } from './review-model';
import { mostly, verb, type Step } from './plan';
import type { Action, Actor } from './state';
import type { Draw } from './draw';
import type { Model } from './state';
import { idOf } from './wire';

/** Somebody approves finished work. */
export const approve = verb<Action>((model) => ({
  operation: 'approveAction',
  only: 'user',
  things: model.actions,
  suits: isReviewer,
  nearly: (by, { finisher, sourceKey }) =>
    finisher === by || (by.kind === 'user' && finisher?.kind === 'agent' && sourceKey !== null),
  make: (by, action, isStale) => ({
    body: {},
    predict: () => {
      approveAction(model, by, action, isStale);
      return { status: 200, thing: action };
    },
  }),
}));

/** Somebody rejects finished work. */
export const reject = verb<Action>((model, draw) => ({
  operation: 'rejectAction',
  only: 'user',
  things: model.actions,
  suits: isReviewer,
  nearly: (by, { finisher, sourceKey }) =>
    finisher === by || (by.kind === 'user' && finisher?.kind === 'agent' && sourceKey !== null),
  make: (by, action, isStale) => {
    const assignee = pickSuccessor(model, draw);
    return {
      body: { reason: 'Page seven is missing.', ...successorField(assignee) },
      predict: () => {
        rejectAction(model, by, action, { isStale, assignee });
        return { status: 200, thing: action };
      },
    };
  },
}));

/** Somebody opens an action again. */
export const reopen: Step = verb<Action>((model, draw) => ({
  operation: 'reopenAction',
  only: 'user',
  things: model.actions,
  suits: (by, action) => by.kind === 'user' && !isOpen(action),
  nearly: (by, action) => by.kind === 'user' && !isOpen(action) && action.sourceKey !== null,
  make: (by, action, isStale) => {
    const assignee = pickSuccessor(model, draw);
    return {
      body: successorField(assignee),
      predict: () => {
        reopenAction(model, by, action, { isStale, assignee });
        return { status: 200, thing: action };
      },
    };
  },
}));

/** Somebody lets an action wait for another. */
export const block: Step = verb<Action>((model, draw) => ({
  operation: 'addBlocker',
  things: model.actions,
  suits: (by, action) => isMine(model, by, action),
  nearly: (by, action) => isTaken(model, by, action),
  make: (by, action, isStale) => {
    const blocker = draw.chance(4) ? undefined : draw.pick(model.actions.slice(-8).toReversed());
    return {
      path: { blocker_id: blocker?.id ?? 'act_nothing' },
      predict: () => {
        addBlocker(model, by, action, { blocker, isStale });
        return { status: 200, thing: action };
      },
    };
  },
}));

/** Somebody lets an action no longer wait for another. */
export const unblock: Step = verb<Action>((model, draw) => ({
  operation: 'removeBlocker',
  things: mostly(draw, model.actions, ({ blockers }) => blockers.length > 0),
  suits: (by, action) => action.blockers.length > 0 && isMine(model, by, action),
  nearly: (by, action) => isTaken(model, by, action),
  make: (by, action, isStale) => {
    const blocker = draw.pick(action.blockers);
    return {
      path: { blocker_id: blocker?.id ?? 'act_nothing' },
      predict: () => {
        removeBlocker(model, by, action, { blocker, isStale });
        return { status: 204 };
      },
    };
  },
}));

function isReviewer(by: Actor, { status, review, finisher }: Action): boolean {
  return by.kind === 'user' && status === 'done' && review === 'pending' && finisher !== by;
}

function isMine(model: Model, by: Actor, action: Action): boolean {
  return isOpen(action) && mayChange(model, by, action) && !isHeldByAnother(model, by, action);
}

function pickSuccessor(model: Model, draw: Draw): Successor {
  if (draw.chance(7)) return 'unknown';
  return draw.chance(30) ? pickAssignee(model, draw) : undefined;
}

function successorField(assignee: Successor): object {
  if (assignee === undefined) return {};
  return { assigned_actor_id: assignee === 'unknown' ? 'atr_nobody' : idOf(assignee) };
}
