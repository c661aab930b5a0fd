import type { Knex } from 'knex';
import { isPostgres, runAll } from './table-kit';

/** Who removed a file last from a record, and may attach it again. */
export async function up(db: Knex): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text';
  // No foreign key: it is always the caller, and actors are never deleted.
  await runAll(db, [`alter table files add column removed_by_actor_id ${text}`]);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['alter table files drop column removed_by_actor_id']);
}
