import type { Knex } from 'knex';
import { runAll } from './table-kit';

/**
 * Limits the index of active assignees to ready actions, because agents end many actions within the
 * working window.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    'drop index actions_working',
    "create index actions_working on actions (workspace_id, assignee_active_at) where status = 'ready' and assignee_active_at is not null",
  ]);
}

/** Restores the index of all actions. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    'drop index actions_working',
    'create index actions_working on actions (workspace_id, assignee_active_at) where assignee_active_at is not null',
  ]);
}
