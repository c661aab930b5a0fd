import type { Knex } from 'knex';
import { runAll } from './table-kit';

const made = {
  // The orders of page.ts, which puts nulls last both ways. What lists are filtered by stands at
  // the end: SQLite follows the order through what ended long ago, too, and this way does it
  // without a look at the rows.
  projects_due: 'projects (workspace_id, (due_at is null), due_at, id, state, is_template)',
  projects_due_down:
    'projects (workspace_id, (due_at is not null), due_at, id, state, is_template)',
};

/** Indexes by which projects are listed by when they are due. */
export async function up(db: Knex): Promise<void> {
  await runAll(
    db,
    Object.entries(made).map(([name, columns]) => `create index ${name} on ${columns}`),
  );
}

/** Takes the indexes back. */
export async function down(db: Knex): Promise<void> {
  await runAll(
    db,
    Object.keys(made).map((name) => `drop index ${name}`),
  );
}
