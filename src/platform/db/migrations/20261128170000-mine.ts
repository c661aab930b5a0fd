import type { Knex } from 'knex';
import { createIndexes, runAll } from './table-kit';

const indexes = {
  // The open actions of an assignee by due date.
  actions_assignee_due: `actions (workspace_id, assigned_actor_id, due_at, created_at, id) where status in ('inbox', 'ready', 'waiting')`,
  // What its creator asked others to do.
  actions_asked: `actions (workspace_id, created_by_actor_id, created_at, id) where status in ('ready', 'waiting') and (assigned_actor_id is null or assigned_actor_id <> created_by_actor_id)`,
  actions_completer: `actions (workspace_id, completed_by_actor_id, completed_at, id) where status = 'done'`,
} as const;

/** The orders of the lists of the view of one's own work. */
export async function up(db: Knex): Promise<void> {
  await createIndexes(db, indexes);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await runAll(
    db,
    Object.keys(indexes).map((name) => `drop index ${name}`),
  );
}
