import type { Knex } from 'knex';
import { createTable } from './table-kit';

const table = 'closed_workspaces';

/**
 * Why a workspace is closed, and the address that it has moved to. A moved workspace keeps its row
 * when it is deleted here, so the row does not refer to the workspace.
 */
export async function up(db: Knex): Promise<void> {
  const rows: Record<string, unknown>[] = await db(table);
  await db.schema.dropTable(table);
  await createTable(db, table, (kit) => {
    kit.text('workspace_id').primary('closed_workspaces_pk');
    kit.instant('closed_at');
    kit.oneOf('state', ['deleting', 'frozen', 'arriving', 'moved'], 'deleting');
    kit.textOrNull('address');
  });
  for (const row of rows) await db(table).insert(row);
}

/** Restores the table of before. Only workspaces that are being deleted stay closed. */
export async function down(db: Knex): Promise<void> {
  const rows: Record<string, unknown>[] = await db(table)
    .where({ state: 'deleting' })
    .select('workspace_id', 'closed_at');
  await db.schema.dropTable(table);
  await createTable(db, table, (kit, columns) => {
    kit.text('workspace_id').primary('closed_workspaces_pk');
    columns
      .foreign('workspace_id', 'closed_workspaces_workspace_fk')
      .references('id')
      .inTable('workspaces');
    kit.instant('closed_at');
  });
  for (const row of rows) await db(table).insert(row);
}
