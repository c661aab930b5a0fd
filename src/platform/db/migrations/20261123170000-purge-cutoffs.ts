import type { Knex } from 'knex';
import { createTable, runAll } from './table-kit';

/**
 * The progress of each purge of the installation, and indexes for the rows that purges delete. A
 * purge belongs to no workspace.
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

/** Drops what `up` created. Purges start again at their oldest rows. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['drop index tokens_revoked', 'drop index invitations_expiry']);
  await db.schema.dropTable('purge_cutoffs');
}
