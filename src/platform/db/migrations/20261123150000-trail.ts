import type { Knex } from 'knex';
import { createTable } from './table-kit';

/**
 * An index of a workspace's tokens by age, and a count of the failed sign-ins to each account,
 * which limits their events to one in an hour.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('tokens', (table) => {
    table.index(['workspace_id', 'created_at', 'id'], 'tokens_workspace');
  });
  await createTable(db, 'failed_sign_ins', (kit, table) => {
    kit.text('workspace_id');
    kit.text('user_id');
    table.primary(['workspace_id', 'user_id'], 'failed_sign_ins_pk');
    kit.refers('user_id', 'users');
    kit.instant('window_began_at');
    table.integer('in_window').notNullable();
    table.integer('failures').notNullable();
  });
}

/** Drops the count and the index. */
export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('failed_sign_ins');
  await db.schema.alterTable('tokens', (table) => {
    table.dropIndex(['workspace_id', 'created_at', 'id'], 'tokens_workspace');
  });
}
