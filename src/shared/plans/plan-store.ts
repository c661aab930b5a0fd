import type { Knex } from 'knex';
import { limits } from '../../../generated/limits';
import type { Reader } from '../../platform/db/reader';
import { type Condition, int } from '../../platform/db/statements/columns';
import { compiledStatement } from '../../platform/db/statements/compiled';
import type { Transaction } from '../../platform/db/transaction';
import { addMilliseconds, DAY } from '../../platform/time';
import { isOpen } from '../statuses';

const lockedPlan = compiledStatement<'workspaceId'>((db, given) =>
  db('workspaces')
    .where({ id: given('workspaceId') })
    .select('plan')
    .forNoKeyUpdate(),
);

/**
 * The workspace's plan. Locks the workspace's row until the transaction ends, so that counts below
 * its caps are exact.
 */
export async function lockPlan(transaction: Transaction, workspaceId: string): Promise<Plan> {
  const row = await transaction.first<{ plan: Plan }>(lockedPlan({ workspaceId }));
  return row?.plan ?? 'unlimited';
}

const planOfWorkspace = compiledStatement<'workspaceId'>((db, given) => {
  const workspaceId = given('workspaceId');
  return db('workspaces').where({ id: workspaceId }).select('plan', storedBytes(db, workspaceId));
});

/** The workspace's plan, and the bytes that it stores. */
export async function findPlan(
  reader: Reader,
  workspaceId: string,
): Promise<{ readonly plan: Plan; readonly bytes: number }> {
  const row = await reader.first<{ plan: Plan; stored_bytes: number | null }>(
    planOfWorkspace({ workspaceId }),
  );
  return { plan: row?.plan ?? 'unlimited', bytes: int(row?.stored_bytes ?? 0) };
}

/**
 * A column `stored_bytes` for a query: the bytes that the workspace of the id stores. Triggers count
 * them (decision 48).
 */
export function storedBytes(db: Knex, id: string | Knex.Raw): Knex.QueryBuilder {
  return db('event_positions')
    .where('event_positions.workspace_id', id)
    .select('event_positions.stored_bytes')
    .as('stored_bytes');
}

const counted: Record<Cap, (db: Knex, workspaceId: string) => Knex.QueryBuilder> = {
  active_orders: (db, workspaceId) =>
    db('orders').where({ workspace_id: workspaceId, state: 'active' }),
  active_domains: (db, workspaceId) =>
    db('domains').where({ workspace_id: workspaceId, state: 'active' }),
  open_agent_actions: (db, workspaceId) =>
    db('actions')
      .join('agents', (on) => {
        on.on('agents.workspace_id', 'actions.workspace_id').on(
          'agents.actor_id',
          'actions.assigned_actor_id',
        );
      })
      .where('actions.workspace_id', workspaceId)
      .where(isOpen('actions.status')),
};

/** The number of the workspace's records that count against the cap, at most `ceiling`. */
export async function countFor(
  reader: Reader,
  workspaceId: string,
  cap: Cap,
  ceiling: number,
): Promise<number> {
  const row = await reader.first<{ count: number }>((db) =>
    db
      .count({ count: '*' })
      .from(counted[cap](db, workspaceId).select(db.raw('1 as one')).limit(ceiling).as('counted')),
  );
  return Number(row?.count ?? 0);
}

/** The plan of a workspace; `unlimited` is the default of a self-hosted service. */
export type Plan = 'free' | 'unlimited';

/** A count that a plan limits. */
export type Cap = 'active_orders' | 'active_domains' | 'open_agent_actions';

// Callers must not learn the sizes of records that they may not see.
const step = limits.stored_bytes_step;

/** The stored bytes as callers see them: rounded up to whole MiB. */
export function shownBytes(bytes: number): number {
  return Math.ceil(bytes / step) * step;
}

/** The limits of a plan; null is no limit. */
export interface PlanLimits extends Readonly<Record<Cap, number | null>> {
  /** Days for which finished and dropped actions stay visible. */
  readonly history_days: number | null;
}

const planLimits: Record<Plan, PlanLimits> = {
  free: { active_orders: 2, active_domains: 2, open_agent_actions: 25, history_days: 30 },
  unlimited: {
    active_orders: null,
    active_domains: null,
    open_agent_actions: null,
    history_days: null,
  },
};

/** The limits of a plan. */
export function limitsOf(plan: Plan): PlanLimits {
  return planLimits[plan];
}

// `isBeyondHistory` in SQL. The statuses are literals, because partial indexes match only literals.
const beyond =
  "actions.status in ('done', 'dropped') and coalesce(actions.completed_at, actions.updated_at) < ?";

/** A column with the id of an action, in a table or alias that has a `workspace_id`. */
type ActionColumn =
  `${'events' | 'agent_news' | 'links' | 'notes' | 'agent_requests'}.action_id` | 'entry.id';

/** The start of a history window, or null for none, in a workspace. */
interface HistoryStart<Start = string | null> {
  readonly workspaceId: string;
  readonly start: Start;
}

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
  { workspaceId, start }: HistoryStart,
  table: 'events' | 'agent_news' | 'links' | 'notes',
): Condition {
  return (query) => {
    if (start === null) return;
    void query.whereRaw(`not ${namesHidden(`${table}.action_id`)}`, [workspaceId, start]);
  };
}

/** True for rows whose column names an action that the history window from `start` hides. */
export function onHiddenActions(
  { workspaceId, start }: HistoryStart<string>,
  column: ActionColumn,
): Condition {
  return (query) => void query.whereRaw(namesHidden(column), [workspaceId, start]);
}

/**
 * SQL that is true where the column names an action that the history window hides. Its parameters
 * are the workspace and the start of the window.
 */
export function namesHidden(column: ActionColumn): string {
  return `coalesce(${endOfAction(column, '?')} < ?, false)`;
}

/**
 * SQL for the time when the action of the workspace that the column names ended; null if it is open
 * or there is none. A scalar subquery: with "exists", Postgres may read all ended actions first.
 */
export function endOfAction(column: ActionColumn, workspace: '?' | 'events.workspace_id'): string {
  return `(select coalesce(actions.completed_at, actions.updated_at) from actions
    where actions.workspace_id = ${workspace} and actions.id = ${column}
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
