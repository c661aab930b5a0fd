import type { Knex } from 'knex';
import { runAll } from './table-kit';

const created = {
  // The sort orders of page.ts, which puts nulls last in both directions. SQLite scans finished
  // projects in this order too; with the filter columns at the end, it does not read their rows.
  projects_due: 'projects (workspace_id, (due_at is null), due_at, id, state, is_template)',
  projects_due_down:
    'projects (workspace_id, (due_at is not null), due_at, id, state, is_template)',
};

/** Indexes for lists of projects that are sorted by due date. */
export async function up(db: Knex): Promise<void> {
  await runAll(
    db,
    Object.entries(created).map(([name, columns]) => `create index ${name} on ${columns}`),
  );
}

/** Drops the indexes. */
export async function down(db: Knex): Promise<void> {
  await runAll(
    db,
    Object.keys(created).map((name) => `drop index ${name}`),
  );
}
