import type { Knex } from 'knex';
import { createTable, runAll } from './table-kit';

/**
 * How far each purge of the installation has come, and indexes for the rows that purges look for.
 * A purge belongs to no workspace.
 */
export async function up(db: Knex): Promise<void> {
  await createTable(db, 'purge_cutoffs', (kit) => {
    kit.text('name').primary('purge_cutoffs_pk');
    kit.instant('cutoff');
    kit.instant('wanted_cutoff');
    kit.instantOrNull('moved_at');
  });
  await runAll(db, [
    'create index invitations_expiry on invitations (expires_at)',
    'create index tokens_revoked on tokens (revoked_at) where revoked_at is not null',
  ]);
}

/** Purges begin again at their oldest rows. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['drop index tokens_revoked', 'drop index invitations_expiry']);
  await db.schema.dropTable('purge_cutoffs');
}
