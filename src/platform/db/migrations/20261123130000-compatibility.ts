import type { Knex } from 'knex';
import { createTable } from './table-kit';

/**
 * The compatibility of each step with earlier programs. `serves_since` is the step that a program
 * must know to continue to serve. Null means this step itself.
 */
export async function up(db: Knex): Promise<void> {
  await createTable(db, 'schema_compatibility', (kit, table) => {
    kit.text('step');
    kit.textOrNull('serves_since');
    table.primary(['step'], 'schema_compatibility_pk');
  });
}

/** Drops the table. */
export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('schema_compatibility');
}
