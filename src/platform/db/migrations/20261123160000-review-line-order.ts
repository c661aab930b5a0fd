import type { Knex } from 'knex';
import { runAll } from './table-kit';

const inReview = "where review_state = 'pending'";

/** Sorts the index of actions in review by the order of their project, to find the first one. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `create index actions_review_line on actions (workspace_id, project_id, review_state, (position is null), position, created_at, id) ${inReview}`,
    'drop index actions_line_in_review',
  ]);
}

/** Restores the previous index. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    `create index actions_line_in_review on actions (workspace_id, project_id, review_state) ${inReview}`,
    'drop index actions_review_line',
  ]);
}
