import {
  actionable,
  notTemplate,
  open,
  stalled,
  undeferred,
  working,
  type Moment,
} from '../actions';
import { isOneOf, type Condition } from '../platform/db/columns';

/** The views that are lists of actions. */
export type ListView =
  'inbox' | 'review' | 'ready' | 'working' | 'waiting' | 'stalled' | 'deferred';

/**
 * What each list shows (product sections 4 and 5); every count of the same name counts by it. Templates are in none. What is
 * deferred is out of those that say what is to be done; that somebody works on it, or nobody does, is told all the same.
 */
export const shownIn: Readonly<Record<ListView, (moment: Moment) => Condition>> = {
  inbox: (moment) => all(isOneOf('actions.status', ['inbox']), notTemplate(), undeferred(moment)),
  review: () => all(isOneOf('actions.review_state', ['pending']), notTemplate()),
  ready: (moment) => actionable(moment),
  working: (moment) => all(notTemplate(), working(moment)),
  waiting: (moment) =>
    all(isOneOf('actions.status', ['waiting']), notTemplate(), undeferred(moment)),
  stalled: (moment) => stalled(moment),
  deferred: ({ now }) =>
    all(open(), notTemplate(), (query) => void query.where('actions.defer_until', '>', now)),
};

function all(...conditions: Condition[]): Condition {
  return (query) => {
    for (const condition of conditions) void query.where(condition);
  };
}
