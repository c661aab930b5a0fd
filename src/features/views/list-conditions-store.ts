import {
  actionable,
  notTemplate,
  open,
  stalled,
  undeferred,
  working,
  type ActivityWindows,
  type WorkspaceNow,
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
  Record<ListView, (moment: ActivityWindows & WorkspaceNow) => Condition>
> = {
  inbox: (moment) =>
    all(isOneOf('actions.status', ['inbox']), noTemplate(moment), undeferred(moment)),
  review: (moment) => all(isOneOf('actions.review_state', ['pending']), noTemplate(moment)),
  ready: (moment) => actionable(moment),
  working: (moment) => all(noTemplate(moment), working(moment)),
  waiting: (moment) =>
    all(isOneOf('actions.status', ['waiting']), noTemplate(moment), undeferred(moment)),
  // Open actions have no `completed_at`. Postgres assumes that conditions are independent of age:
  // without this one it expects stalled actions throughout the history and scans it in list order.
  stalled: (moment) =>
    all(stalled(moment), (query) => void query.whereNull('actions.completed_at')),
  deferred: (moment) =>
    all(
      open(),
      noTemplate(moment),
      (query) => void query.where('actions.defer_until', '>', moment.now),
    ),
};

function noTemplate({ workspaceId }: WorkspaceNow): Condition {
  return notTemplate(workspaceId);
}

function all(...conditions: Condition[]): Condition {
  return (query) => {
    for (const condition of conditions) void query.where(condition);
  };
}
