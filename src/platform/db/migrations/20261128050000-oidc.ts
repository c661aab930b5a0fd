import type { Knex } from 'knex';
import { createTable, isPostgres } from './table-kit';

const identities = 'oidc_identities';

/**
 * The identities of an OpenID Connect provider that accounts are linked to: at most one of each
 * account, and one account of a workspace for each. Sessions that an identity began have its `sid`,
 * which is empty if the provider sent none.
 */
export async function up(db: Knex): Promise<void> {
  await createTable(db, identities, (kit, table) => {
    kit.identity();
    kit.text('user_id');
    kit.refers('user_id', 'users');
    table.unique(['workspace_id', 'user_id'], { indexName: 'oidc_identities_user' });
    kit.text('issuer');
    kit.text('subject');
    table.unique(['workspace_id', 'issuer', 'subject'], { indexName: 'oidc_identities_subject' });
    // Finds the accounts of an identity in all workspaces.
    table.index(['issuer', 'subject'], 'oidc_identities_everywhere');
    // The hash of the random password that the account was created with, which nobody knows.
    kit.textOrNull('initial_hash');
    kit.instant('created_at');
  });
  await db.raw(
    `alter table sessions add column oidc_sid text${isPostgres(db) ? ' collate "C"' : ''}`,
  );
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await db.raw('alter table sessions drop column oidc_sid');
  await db.schema.dropTable(identities);
}
