import type { Knex } from 'knex';
import { isPostgres, runAll } from './table-kit';

/** How the console shows a saved view, as JSON. */
export async function up(db: Knex): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text';
  await runAll(db, [`alter table saved_views add column display ${text}`]);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['alter table saved_views drop column display']);
}
