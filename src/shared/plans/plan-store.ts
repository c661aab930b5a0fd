import type { Knex } from 'knex';
import { limits } from '../../../generated/limits';
import type { Reader } from '../../platform/db/reader';
import { int } from '../../platform/db/statements/columns';
import { compiledStatement } from '../../platform/db/statements/compiled';
import type { Transaction } from '../../platform/db/transaction';
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

const planOfWorkspace = compiledStatement<'workspaceId'>((db, given) =>
  db('workspaces')
    .where({ id: given('workspaceId') })
    .select('plan', storedBytes(db, 'workspaces.id')),
);

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
 * A column `stored_bytes` for a query: the bytes that the workspace stores. `workspace` names the
 * column with its id. Triggers count them (decision 48).
 */
export function storedBytes(db: Knex, workspace: string): Knex.QueryBuilder {
  return db('event_positions')
    .whereRaw('event_positions.workspace_id = ??', [workspace])
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
