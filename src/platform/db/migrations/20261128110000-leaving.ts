import type { Knex } from 'knex';
import { createIndexes, createTable, dropTables } from './table-kit';

const logoutTokens = 'used_logout_tokens';
const erasures = 'erasures';
const links = 'sign_in_links';

/**
 * The logout tokens of an OpenID Connect provider that were used, by a hash, until they expire; and
 * an index that finds the sessions that one ends. The erasures of people that go on in steps, with
 * the names and addresses to replace: a row is deleted with its last step.
 * Links by which an owner signs in once.
 */
export async function up(db: Knex): Promise<void> {
  await createTable(db, logoutTokens, (kit, table) => {
    kit.text('token_hash').primary('used_logout_tokens_pk');
    kit.instant('expires_at');
    table.index(['expires_at'], 'used_logout_tokens_expiry');
  });
  await createTable(db, erasures, (kit, table) => {
    kit.text('workspace_id');
    kit.text('id');
    table.primary(['workspace_id', 'id'], 'erasures_pk');
    kit.text('user_id');
    table.unique(['workspace_id', 'user_id'], { indexName: 'erasures_user' });
    // JSON: what to replace, and by what.
    kit.text('texts');
    // The table that comes next, and the JSON of the last key that was handled there.
    kit.text('step');
    kit.textOrNull('after_key');
    kit.instant('begins_at');
    table.index(['begins_at'], 'erasures_due');
  });
  await createTable(db, links, (kit, table) => {
    kit.text('secret_hash').primary('sign_in_links_pk');
    kit.text('workspace_id');
    kit.text('user_id');
    kit.instant('expires_at');
    kit.instantOrNull('used_at');
    table.index(['expires_at'], 'sign_in_links_expiry');
    table.index(['workspace_id', 'user_id'], 'sign_in_links_user');
  });
  await createIndexes(db, {
    sessions_oidc_sid: 'sessions (oidc_sid) where revoked_at is null and oidc_sid is not null',
  });
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await db.raw('drop index sessions_oidc_sid');
  await dropTables(db, [logoutTokens, erasures, links]);
}
