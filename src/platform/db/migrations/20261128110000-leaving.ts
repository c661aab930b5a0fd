import type { Knex } from 'knex';
import { createIndexes, createTable } from './table-kit';

const logoutTokens = 'used_logout_tokens';

/**
 * The logout tokens of an OpenID Connect provider that were used, by a hash, until they expire; and
 * an index that finds the sessions that one ends.
 */
export async function up(db: Knex): Promise<void> {
  await createTable(db, logoutTokens, (kit, table) => {
    kit.text('token_hash').primary('used_logout_tokens_pk');
    kit.instant('expires_at');
    table.index(['expires_at'], 'used_logout_tokens_expiry');
  });
  await createIndexes(db, {
    sessions_oidc_sid: 'sessions (oidc_sid) where revoked_at is null and oidc_sid is not null',
  });
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await db.raw('drop index sessions_oidc_sid');
  await db.schema.dropTable(logoutTokens);
}
