import type { Knex } from 'knex';
import { countedSince as countedBefore } from './20261128150000-saved-views';
import { createStoredTriggers, dropStoredTriggers, type CountedTable } from './stored-kit';
import { createTable, runAll } from './table-kit';

const keys: CountedTable = { table: 'import_keys', columns: ['import_key'] };

/** The tables that count from this step on. */
export const countedSince: readonly CountedTable[] = [...countedBefore, keys];

/**
 * The names that imported records have in other services. An action is named without a foreign
 * key, because its key stays when it is archived. Events of an import are marked.
 */
export async function up(db: Knex): Promise<void> {
  await createTable(db, keys.table, (kit, table) => {
    kit.text('workspace_id');
    kit.text('import_key');
    kit.text('action_id');
    kit.instant('created_at');
    table.primary(['workspace_id', 'import_key'], 'import_keys_pk');
    table
      .foreign('workspace_id', 'import_keys_workspace_fk')
      .references('id')
      .inTable('workspaces');
  });
  await createStoredTriggers(db, keys);
  await runAll(db, ['alter table events add column imported boolean']);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['alter table events drop column imported']);
  await dropStoredTriggers(db, keys);
  await db.schema.dropTable(keys.table);
}
