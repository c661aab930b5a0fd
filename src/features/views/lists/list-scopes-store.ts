import {
  actionable,
  notTemplate,
  open,
  stalled,
  undeferred,
  working,
  type ActivityWindows,
} from '../../actions';
import { isOneOf, type Condition } from '../../../platform/db/statements/columns';

/** The views that are lists of actions. */
export type ListView =
  'inbox' | 'review' | 'ready' | 'working' | 'waiting' | 'stalled' | 'deferred';

/**
 * What each list shows (product sections 4 and 5); every count of the same name counts by it. Templates are in none. What is
 * deferred is out of those that say what is to be done; that somebody works on it, or nobody does, is told all the same.
 */
export const listViewConditions: Readonly<
  Record<ListView, (moment: ActivityWindows) => Condition>
> = {
  inbox: (moment) => all(isOneOf('actions.status', ['inbox']), notTemplate(), undeferred(moment)),
  review: () => all(isOneOf('actions.review_state', ['pending']), notTemplate()),
  ready: (moment) => actionable(moment),
  working: (moment) => all(notTemplate(), working(moment)),
  waiting: (moment) =>
    all(isOneOf('actions.status', ['waiting']), notTemplate(), undeferred(moment)),
  // What is open has no time of completion. Postgres takes conditions for independent of age: without this one it expects stalled actions
  // all over the history, and looks for the first of them there, in the order that is asked for.
  stalled: (moment) =>
    all(stalled(moment), (query) => void query.whereNull('actions.completed_at')),
  deferred: ({ now }) =>
    all(open(), notTemplate(), (query) => void query.where('actions.defer_until', '>', now)),
};

function all(...conditions: Condition[]): Condition {
  return (query) => {
    for (const condition of conditions) void query.where(condition);
  };
}
