import { actionable, notTemplate, open, stalled, undeferred, working } from '../actions';
import { isOneOf, type Condition } from '../platform/db/columns';
import type { ReadContext } from '../platform/operation';

/** The views that are lists of actions. */
export type ListView =
  'inbox' | 'review' | 'ready' | 'working' | 'waiting' | 'stalled' | 'deferred';

type Clock = Pick<ReadContext, 'now' | 'settings'>;

/**
 * What each list shows (product sections 4 and 5); every count of the same name counts by it. Templates are in none. What is
 * deferred is out of those that say what is to be done; that somebody works on it, or nobody does, is told all the same.
 */
export const shownIn: Readonly<Record<ListView, (clock: Clock) => Condition>> = {
  inbox: (clock) => all(isOneOf('actions.status', ['inbox']), notTemplate(), undeferred(clock)),
  review: () => all(isOneOf('actions.review_state', ['pending']), notTemplate()),
  ready: (clock) => actionable(clock),
  working: (clock) => all(notTemplate(), working(clock)),
  waiting: (clock) => all(isOneOf('actions.status', ['waiting']), notTemplate(), undeferred(clock)),
  stalled: (clock) => stalled(clock),
  deferred: ({ now }) =>
    all(open(), notTemplate(), (query) => void query.where('actions.defer_until', '>', now)),
};

function all(...conditions: Condition[]): Condition {
  return (query) => {
    for (const condition of conditions) void query.where(condition);
  };
}
