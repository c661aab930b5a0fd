import type { Knex } from 'knex';
import { isPostgres, runAll } from './table-kit';

/** The time when a token was rotated. The old token may stay valid for a while. */
export async function up(db: Knex): Promise<void> {
  const instant = isPostgres(db) ? 'timestamptz(3)' : 'text';
  await runAll(db, [`alter table tokens add column rotated_at ${instant}`]);
}

/** Drops the column. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['alter table tokens drop column rotated_at']);
}
