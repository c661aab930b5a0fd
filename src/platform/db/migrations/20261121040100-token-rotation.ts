import type { Knex } from 'knex';
import { isPostgres, runAll } from './table-kit';

/** When a new token replaced an old one, which may stay valid for a while: it is replaced once. */
export async function up(db: Knex): Promise<void> {
  const instant = isPostgres(db) ? 'timestamptz(3)' : 'text';
  await runAll(db, [`alter table tokens add column rotated_at ${instant}`]);
}

/** Forgets which tokens were replaced. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['alter table tokens drop column rotated_at']);
}
