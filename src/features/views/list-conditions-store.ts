import {
  actionable,
  notTemplate,
  open,
  stalled,
  undeferred,
  working,
  type ActivityWindows,
} from '../actions';
import { isOneOf, type Condition } from '../../platform/db/statements/columns';

/** The views that are lists of actions. */
export type ListView =
  'inbox' | 'review' | 'ready' | 'working' | 'waiting' | 'stalled' | 'deferred';

/**
 * The condition of each list view; counts of the same name use it too. Templates are in no list.
 * Deferred actions are omitted from lists of work to do, but not from `working` and `stalled`.
 */
export const listViewConditions: Readonly<
  Record<ListView, (windows: ActivityWindows) => Condition>
> = {
  inbox: (windows) => all(isOneOf('actions.status', ['inbox']), notTemplate(), undeferred(windows)),
  review: () => all(isOneOf('actions.review_state', ['pending']), notTemplate()),
  ready: (windows) => actionable(windows),
  working: (windows) => all(notTemplate(), working(windows)),
  waiting: (windows) =>
    all(isOneOf('actions.status', ['waiting']), notTemplate(), undeferred(windows)),
  // Open actions have no `completed_at`. Postgres assumes that conditions are independent of age:
  // without this one it expects stalled actions throughout the history and scans it in list order.
  stalled: (windows) =>
    all(stalled(windows), (query) => void query.whereNull('actions.completed_at')),
  deferred: ({ now }) =>
    all(open(), notTemplate(), (query) => void query.where('actions.defer_until', '>', now)),
};

function all(...conditions: Condition[]): Condition {
  return (query) => {
    for (const condition of conditions) void query.where(condition);
  };
}
