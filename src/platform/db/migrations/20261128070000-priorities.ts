import type { Knex } from 'knex';
import { createIndexes, runAll } from './table-kit';

const age = '(due_at is null), due_at, (position is null), position, created_at, id';
const queues = {
  actions_lane: 'workspace_id, assigned_actor_id',
  actions_ready: 'workspace_id',
} as const;

/**
 * Priorities of actions, and the rank by which queues are sorted before the due date: 4 to 0 for
 * the priorities, and 5 more while the action is not overdue. Work that is overdue already gets its
 * rank by the same statement as work that becomes due later.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    'alter table actions add column priority integer not null default 0',
    'alter table actions add column queue_rank integer not null default 9',
  ]);
  await replaceQueues(db, 'queue_rank, ');
  await createIndexes(db, {
    actions_priority: 'actions (workspace_id, priority, created_at, id)',
    // The actions of all workspaces that become overdue next.
    actions_not_overdue: `actions (due_at) where status = 'ready' and queue_rank > 4`,
  });
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['drop index actions_not_overdue', 'drop index actions_priority']);
  await replaceQueues(db, '');
  await runAll(db, [
    'alter table actions drop column queue_rank',
    'alter table actions drop column priority',
  ]);
}

async function replaceQueues(db: Knex, rank: string): Promise<void> {
  for (const [name, columns] of Object.entries(queues)) {
    await runAll(db, [`drop index ${name}`]);
    const on = `actions (${columns}, ${rank}${age}) where status = 'ready'`;
    await createIndexes(db, { [name]: on });
  }
}
