import type { Knex } from 'knex';
import { runAll } from './table-kit';

/**
 * Lets the index of statuses say which actions belong to templates, so the number of actions of a
 * status is counted without reading their rows.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    'drop index actions_status',
    'create index actions_status on actions (workspace_id, status, created_at, id, is_template, project_id)',
  ]);
}

/** Restores the index without those columns. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    'drop index actions_status',
    'create index actions_status on actions (workspace_id, status, created_at, id)',
  ]);
}
