import type { Knex } from 'knex';
import { createIndexes, createTable, runAll } from './table-kit';

const indexes = {
  actions_latest_note: 'actions (workspace_id, latest_note_id) where latest_note_id is not null',
  actions_activity_note:
    'actions (workspace_id, last_activity_note_id) where last_activity_note_id is not null',
  agent_news_note: 'agent_news (workspace_id, note_id) where note_id is not null',
};

/**
 * The lease of the process that moves old work to files, and the indexes of the foreign keys to
 * notes. Without these, each deleted note would read all actions and all news of the workspace.
 */
export async function up(db: Knex): Promise<void> {
  await createTable(db, 'archive_leases', (kit) => {
    kit.text('name').primary('archive_leases_pk');
    kit.text('holder');
    kit.instant('expires_at');
  });
  await createIndexes(db, indexes);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await runAll(
    db,
    Object.keys(indexes).map((name) => `drop index ${name}`),
  );
  await db.schema.dropTable('archive_leases');
}
