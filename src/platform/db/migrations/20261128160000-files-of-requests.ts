import type { Knex } from 'knex';
import { addFileIds, dropFileIds } from './20261128140000-files';
import { createIndexes, createTable, dropTables } from './table-kit';

const referring = ['agent_requests', 'documents'];

/**
 * Questions, proposals and documents refer to files. URLs of one upload, by a hash of their secret.
 * An index counts the unfinished uploads of an actor.
 */
export async function up(db: Knex): Promise<void> {
  await addFileIds(db, referring);
  await createTable(db, 'upload_urls', (kit, table) => {
    kit.text('secret_hash').primary('upload_urls_pk');
    kit.text('workspace_id');
    kit.text('public_id');
    kit.textOrNull('name');
    kit.instant('expires_at');
    kit.instantOrNull('used_at');
    table.index(['expires_at'], 'upload_urls_expiry');
    table.index(['workspace_id'], 'upload_urls_workspace');
  });
  await createIndexes(db, {
    files_unfinished:
      'files (workspace_id, created_by_actor_id, created_at) where completed_at is null',
  });
}

/** Drops what `up` created. References to files of these records end with them. */
export async function down(db: Knex): Promise<void> {
  await db.raw('drop index files_unfinished');
  await dropTables(db, ['upload_urls']);
  await db('file_references')
    .whereIn('record_id', db('agent_requests').whereNotNull('file_ids').select('id'))
    .orWhereIn('record_id', db('documents').whereNotNull('file_ids').select('id'))
    .delete();
  await dropFileIds(db, referring);
}
