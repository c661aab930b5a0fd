import type { Knex } from 'knex';
import { runAll } from './table-kit';

/**
 * The index of who is active on what has ready actions only: what has ended lately is as much as
 * the agents are busy.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    'drop index actions_working',
    "create index actions_working on actions (workspace_id, assignee_active_at) where status = 'ready' and assignee_active_at is not null",
  ]);
}

/** Has all actions in the index again. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    'drop index actions_working',
    'create index actions_working on actions (workspace_id, assignee_active_at) where assignee_active_at is not null',
  ]);
}
