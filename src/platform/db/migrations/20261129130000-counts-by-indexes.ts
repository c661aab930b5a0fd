import type { Knex } from 'knex';
import { createIndexes, runAll } from './table-kit';

/** The orders of lists that are counted, without the columns of `notTemplate`. */
const orders = {
  actions_priority: 'workspace_id, priority, created_at, id',
  actions_due: 'workspace_id, (due_at is null), due_at, id',
  actions_due_down: 'workspace_id, (due_at is not null), due_at, id',
  actions_assignee: 'workspace_id, assigned_actor_id, status, created_at, id',
};

/**
 * Counts lists by priority, due date or assignee without reading the actions. A partial index of the
 * few notes that not everybody sees lets a search skip the others.
 */
export async function up(db: Knex): Promise<void> {
  await replaceOrders(db, ', is_template, project_id');
  await createIndexes(db, {
    notes_restricted: `notes (workspace_id, id)
      where archived_at is not null or document_id is not null or agent_request_id is not null`,
  });
}

/** Restores the smaller indexes. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['drop index notes_restricted']);
  await replaceOrders(db, '');
}

async function replaceOrders(db: Knex, more: string): Promise<void> {
  const names = Object.keys(orders);
  await runAll(
    db,
    names.map((name) => `drop index ${name}`),
  );
  const made = Object.entries(orders).map(
    ([name, on]) => [name, `actions (${on}${more})`] as const,
  );
  await createIndexes(db, Object.fromEntries(made));
}
