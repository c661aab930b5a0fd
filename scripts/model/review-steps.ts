import { isClaimedByAnother, isOpen, mayChange } from './action-facts';
import { isClaimedOnlyByAnother } from './action-steps';
import { pickAssignee } from './action-fields';
import { addBlocker, removeBlocker } from './blocker-model';
import { approveAction, rejectAction, reopenAction, type Successor } from './review-model';
import { mostlyMatching, verb, type Step } from './plan';
import type { Action, Actor, Model } from './state';
import type { Draw } from './draw';
import { idOf } from './wire';

/** Approves finished work. */
export const approve = verb<Action>((model) => ({
  operation: 'approveAction',
  only: 'reviewer',
  records: model.actions,
  matches: isReviewer,
  nearly: (by, { finisher, sourceKey }) =>
    finisher === by || (by.canReview && finisher?.kind === 'agent' && sourceKey !== null),
  make: (by, action, isStale) => ({
    body: {},
    predict: () => {
      approveAction(model, by, action, isStale);
      return { status: 200, record: action };
    },
  }),
}));

/** Rejects finished work. */
export const reject = verb<Action>((model, draw) => ({
  operation: 'rejectAction',
  only: 'reviewer',
  records: model.actions,
  matches: isReviewer,
  nearly: (by, { finisher, sourceKey }) =>
    finisher === by || (by.canReview && finisher?.kind === 'agent' && sourceKey !== null),
  make: (by, action, isStale) => {
    const assignee = pickSuccessor(model, draw);
    return {
      body: { reason: 'Page seven is missing.', ...successorField(assignee) },
      predict: () => {
        rejectAction(model, by, action, { isStale, assignee });
        return { status: 200, record: action };
      },
    };
  },
}));

/** Reopens an action. */
export const reopen: Step = verb<Action>((model, draw) => ({
  operation: 'reopenAction',
  only: 'user',
  records: model.actions,
  matches: (by, action) => by.kind === 'user' && !isOpen(action),
  nearly: (by, action) => by.kind === 'user' && !isOpen(action) && action.sourceKey !== null,
  make: (by, action, isStale) => {
    const assignee = pickSuccessor(model, draw);
    return {
      body: successorField(assignee),
      predict: () => {
        reopenAction(model, by, action, { isStale, assignee });
        return { status: 200, record: action };
      },
    };
  },
}));

/** Adds a blocker to an action. */
export const block: Step = verb<Action>((model, draw) => ({
  operation: 'addBlocker',
  records: model.actions,
  matches: (by, action) => isMine(model, by, action),
  nearly: (by, action) => isClaimedOnlyByAnother(model, by, action),
  make: (by, action, isStale) => {
    const blocker = draw.chance(4) ? undefined : draw.pick(model.actions.slice(-8).toReversed());
    return {
      path: { blocker_id: blocker?.id ?? 'act_nothing' },
      predict: () => {
        addBlocker(model, by, action, { blocker, isStale });
        return { status: 200, record: action };
      },
    };
  },
}));

/** Removes a blocker from an action. */
export const unblock: Step = verb<Action>((model, draw) => ({
  operation: 'removeBlocker',
  records: mostlyMatching(draw, model.actions, ({ blockers }) => blockers.length > 0),
  matches: (by, action) => action.blockers.length > 0 && isMine(model, by, action),
  nearly: (by, action) => isClaimedOnlyByAnother(model, by, action),
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
  return by.canReview && status === 'done' && review === 'pending' && finisher !== by;
}

function isMine(model: Model, by: Actor, action: Action): boolean {
  return isOpen(action) && mayChange(model, by, action) && !isClaimedByAnother(model, by, action);
}

function pickSuccessor(model: Model, draw: Draw): Successor {
  if (draw.chance(7)) return 'unknown';
  return draw.chance(30) ? pickAssignee(model, draw) : undefined;
}

function successorField(assignee: Successor): object {
  if (assignee === undefined) return {};
  return { assigned_actor_id: assignee === 'unknown' ? 'atr_nobody' : idOf(assignee) };
}
