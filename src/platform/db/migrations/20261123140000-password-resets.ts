import type { Knex } from 'knex';
import { createTable, runAll } from './table-kit';

/**
 * One-time resets of forgotten passwords. A person has at most one that is neither used nor
 * revoked, expired or not.
 */
export async function up(db: Knex): Promise<void> {
  await createTable(db, 'password_resets', (kit, table) => {
    kit.identity();
    kit.text('user_id');
    kit.refers('user_id', 'users');
    kit.text('secret_hash');
    table.unique(['secret_hash'], { indexName: 'password_resets_secret' });
    kit.text('created_by_actor_id');
    kit.refers('created_by_actor_id', 'actors');
    kit.instant('created_at');
    kit.instant('expires_at');
    kit.instantOrNull('used_at');
    kit.instantOrNull('revoked_at');
    table.index(['expires_at'], 'password_resets_expiry');
  });
  await runAll(db, [
    'create unique index password_resets_open on password_resets (workspace_id, user_id) where used_at is null and revoked_at is null',
  ]);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('password_resets');
}
