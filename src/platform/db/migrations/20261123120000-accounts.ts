import type { Knex } from 'knex';

/**
 * An account belongs to one workspace, so an address may have one account in each. The index finds
 * the accounts of an address, oldest first.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('users', (table) => table.dropUnique(['email'], 'users_email'));
  await db.schema.alterTable('users', (table) => {
    table.unique(['workspace_id', 'email'], { indexName: 'users_workspace_email' });
    table.index(['email', 'created_at', 'id'], 'users_email');
  });
}

/**
 * Makes addresses unique among all workspaces again. Throws an Error if they are not, and the
 * command line prints its message.
 */
export async function down(db: Knex): Promise<void> {
  const shared: unknown = await db('users')
    .groupBy('email')
    .havingRaw('count(*) > 1')
    .select('email')
    .first();
  if (shared !== undefined) {
    throw new Error(
      'The step 20261123120000-accounts cannot be rolled back: some addresses have accounts in several workspaces, and the earlier schema allows each address one account.',
    );
  }
  await db.schema.alterTable('users', (table) => {
    table.dropIndex(['email', 'created_at', 'id'], 'users_email');
    table.dropUnique(['workspace_id', 'email'], 'users_workspace_email');
  });
  await db.schema.alterTable('users', (table) => {
    table.unique(['email'], { indexName: 'users_email' });
  });
}
