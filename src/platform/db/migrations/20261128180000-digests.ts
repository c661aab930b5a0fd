import type { Knex } from 'knex';
import { isPostgres, runAll } from './table-kit';

/** When a person gets the digest, as a JSON object; null until they choose it. */
export async function up(db: Knex): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text';
  await runAll(db, [`alter table notification_settings add column digest ${text}`]);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['alter table notification_settings drop column digest']);
}
