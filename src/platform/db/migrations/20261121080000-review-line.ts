import type { Knex } from 'knex';
import { runAll } from './table-kit';

/** Finds what is in review in a project, whatever the number of its finished actions. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    "create index actions_line_review on actions (workspace_id, project_id) where review_state = 'pending'",
  ]);
}

/** Takes the index back. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['drop index actions_line_review']);
}
