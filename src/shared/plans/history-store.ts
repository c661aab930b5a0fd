import type { Reader } from '../../platform/db/reader';
import type { Condition } from '../../platform/db/statements/columns';
import { addMilliseconds, DAY } from '../../platform/time';

// `isBeyondHistory` in SQL. The statuses are literals, because partial indexes match only literals.
const beyond =
  "actions.status in ('done', 'dropped') and coalesce(actions.completed_at, actions.updated_at) < ?";

/** A column with the id of an action, in a table or alias that has a `workspace_id`. */
type ActionColumn =
  `${'events' | 'agent_news' | 'links' | 'notes' | 'agent_requests'}.action_id` | 'entry.id';

/** True for actions within the history window that begins at `start`. */
export function withinHistory(start: string | null): Condition {
  return (query) => {
    if (start === null) return;
    void query
      .whereNotIn('actions.status', ['done', 'dropped'])
      .orWhereRaw('coalesce(actions.completed_at, actions.updated_at) >= ?', [start]);
  };
}

/** True for actions that the history window from `start` hides. */
export function beyondHistory(start: string): Condition {
  return (query) => void query.whereRaw(beyond, [start]);
}

/** True for rows that refer to no action, or to one within the history window from `start`. */
export function onShownActions(
  start: string | null,
  table: 'events' | 'agent_news' | 'links' | 'notes',
): Condition {
  return (query) => {
    if (start !== null) void query.whereRaw(`not ${namesHidden(`${table}.action_id`)}`, [start]);
  };
}

/** True for rows whose column names an action that the history window from `start` hides. */
export function onHiddenActions(start: string, column: ActionColumn): Condition {
  return (query) => void query.whereRaw(namesHidden(column), [start]);
}

/**
 * SQL that is true where the column names an action that the history window hides. Its one
 * parameter is the start of the window.
 */
export function namesHidden(column: ActionColumn): string {
  return `coalesce(${endOfAction(column)} < ?, false)`;
}

/**
 * SQL for the time when the action that the column names ended; null if it is open or there is
 * none. A scalar subquery: with "exists", Postgres may read all ended actions first.
 */
export function endOfAction(column: ActionColumn): string {
  const [table = ''] = column.split('.');
  return `(select coalesce(actions.completed_at, actions.updated_at) from actions
    where actions.workspace_id = ${table}.workspace_id and actions.id = ${column}
      and actions.status in ('done', 'dropped'))`;
}

/**
 * Whether the history window hides the action of an id. False when there is no action of that id.
 */
export async function isHiddenAction(
  {
    reader,
    workspaceId,
    ...history
  }: History & { readonly reader: Reader; readonly workspaceId: string },
  id: string,
): Promise<boolean> {
  const start = historyStart(history);
  if (start === null) return false;
  const row = await reader.first((db) =>
    db('actions').where({ workspace_id: workspaceId, id }).where(beyondHistory(start)).select('id'),
  );
  return row !== undefined;
}

/** The current time and the plan's history window. */
export interface History {
  readonly now: string;
  /** `history_days` of the plan; null is no limit. */
  readonly historyDays: number | null;
}

/** The start of the plan's history window, ISO 8601 UTC; null when the plan has none. */
export function historyStart({ now, historyDays }: History): string | null {
  return historyDays === null ? null : addMilliseconds(now, -historyDays * DAY);
}

/** Whether an action ended before `start`. A dropped action ended at its last change. */
export function isBeyondHistory(
  action: {
    readonly status: string;
    readonly completed_at: string | null;
    readonly updated_at: string;
  },
  start: string | null,
): boolean {
  return (
    start !== null &&
    (action.status === 'done' || action.status === 'dropped') &&
    (action.completed_at ?? action.updated_at) < start
  );
}
