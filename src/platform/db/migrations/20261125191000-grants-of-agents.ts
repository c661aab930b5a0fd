import type { Knex } from 'knex';
import { runAll } from './table-kit';

/** Indexes the grants of an agent that have not ended in the order of their list. */
export function up(db: Knex): Promise<void> {
  return runAll(db, [
    'drop index oauth_grants_agent',
    `create index oauth_grants_agent on oauth_grants (workspace_id, agent_id, created_at, id)
    where ended_at is null`,
  ]);
}

/** Indexes them without an order again. */
export function down(db: Knex): Promise<void> {
  return runAll(db, [
    'drop index oauth_grants_agent',
    `create index oauth_grants_agent on oauth_grants (workspace_id, agent_id)
    where ended_at is null`,
  ]);
}
