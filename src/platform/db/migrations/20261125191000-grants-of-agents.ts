import type { Knex } from 'knex';
import { runAll } from './table-kit';

/** Indexes the grants of an agent that have not ended in the order of their list. */
export function up(db: Knex): Promise<void> {
  return rebuild(db, 'agent_id, created_at, id');
}

/** Indexes them without an order again. */
export function down(db: Knex): Promise<void> {
  return rebuild(db, 'agent_id');
}

function rebuild(db: Knex, columns: string): Promise<void> {
  return runAll(db, [
    'drop index oauth_grants_agent',
    `create index oauth_grants_agent on oauth_grants (workspace_id, ${columns}) where ended_at is null`,
  ]);
}
