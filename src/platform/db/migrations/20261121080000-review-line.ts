import type { Knex } from 'knex';
import { runAll } from './table-kit';

/** An index that finds a project's actions in review. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    "create index actions_line_review on actions (workspace_id, project_id) where review_state = 'pending'",
  ]);
}

/** Drops the index. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['drop index actions_line_review']);
}
