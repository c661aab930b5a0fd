import type { Knex } from 'knex';
import { runAll } from './table-kit';

/** Indexes the sessions of a person that were not revoked in the order of their list. */
export function up(db: Knex): Promise<void> {
  return runAll(db, [
    'drop index sessions_user',
    'create index sessions_user on sessions (workspace_id, user_id, created_at, id) where revoked_at is null',
  ]);
}

/** Indexes all sessions of a person again. */
export function down(db: Knex): Promise<void> {
  return runAll(db, [
    'drop index sessions_user',
    'create index sessions_user on sessions (workspace_id, user_id)',
  ]);
}
