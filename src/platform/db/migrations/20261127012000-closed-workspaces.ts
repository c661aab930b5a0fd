import type { Knex } from 'knex';
import { createIndexes, createTable } from './table-kit';

/**
 * Workspaces that are being deleted, which nobody enters any more while their rows go in steps.
 * The index finds the revisions that refer to a deleted one; few revisions refer to another.
 */
export async function up(db: Knex): Promise<void> {
  await createTable(db, 'closed_workspaces', (kit, table) => {
    kit.text('workspace_id').primary('closed_workspaces_pk');
    table
      .foreign('workspace_id', 'closed_workspaces_workspace_fk')
      .references('id')
      .inTable('workspaces');
    kit.instant('closed_at');
  });
  await createIndexes(db, {
    document_revisions_reverts:
      'document_revisions (workspace_id, reverts_revision_id) where reverts_revision_id is not null',
  });
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await db.raw('drop index document_revisions_reverts');
  await db.schema.dropTable('closed_workspaces');
}
