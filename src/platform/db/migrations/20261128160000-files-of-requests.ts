import type { Knex } from 'knex';
import { addFileIds, dropFileIds } from './20261128140000-files';

const referring = ['agent_requests', 'documents'];

/** Questions, proposals and documents refer to files. */
export async function up(db: Knex): Promise<void> {
  await addFileIds(db, referring);
}

/** Drops what `up` created. References to files of these records end with them. */
export async function down(db: Knex): Promise<void> {
  await db('file_references')
    .whereIn('record_id', db('agent_requests').whereNotNull('file_ids').select('id'))
    .orWhereIn('record_id', db('documents').whereNotNull('file_ids').select('id'))
    .delete();
  await dropFileIds(db, referring);
}
