import type { Knex } from 'knex';
import { runAll } from './table-kit';

/**
 * Lets the index of projects' actions say which ones are templates, so the open actions of a
 * project are counted without reading their rows.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    'drop index actions_project',
    'create index actions_project on actions (workspace_id, project_id, status, created_at, id, is_template)',
  ]);
}

/** Restores the index without that column. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    'drop index actions_project',
    'create index actions_project on actions (workspace_id, project_id, status, created_at, id)',
  ]);
}
