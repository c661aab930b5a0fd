import type { Knex } from 'knex';
import type { Reader } from '../../platform/db/reader';
import type { Transaction } from '../../platform/db/transaction';
import { compiledStatement } from '../../platform/db/statements/compiled-statement';
import { isOpen } from '../statuses';
import type { Cap, Plan } from './plan-rules';

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
    .select('plan'),
);

/** The workspace's plan. */
export async function findPlan(reader: Reader, workspaceId: string): Promise<Plan> {
  const row = await reader.first<{ plan: Plan }>(planOfWorkspace({ workspaceId }));
  return row?.plan ?? 'unlimited';
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
