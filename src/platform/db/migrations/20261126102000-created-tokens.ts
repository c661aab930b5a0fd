import type { Knex } from 'knex';
import { runAll } from './table-kit';

/** Indexes the tokens that a person created and that are not revoked. */
export function up(db: Knex): Promise<void> {
  return runAll(db, [
    `create index tokens_creator on tokens (workspace_id, created_by_actor_id, created_at, id)
    where grant_id is null and revoked_at is null`,
  ]);
}

/** Removes the index. */
export function down(db: Knex): Promise<void> {
  return runAll(db, ['drop index tokens_creator']);
}
