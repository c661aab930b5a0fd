import type { Knex } from 'knex';
import { runAll } from './table-kit';

/** An index that finds the newest answers to an agent's questions. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    'create index agent_requests_answers on agent_requests (workspace_id, agent_id, responded_at) where responded_at is not null',
  ]);
}

/** Drops the index. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['drop index agent_requests_answers']);
}
