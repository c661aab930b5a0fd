import type { Knex } from 'knex';
import { createIndexes, isPostgres, runAll } from './table-kit';

const columns = [
  ['agent_requests', 'taken_by_actor_id'],
  ['actions', 'requested_reviewer_actor_id'],
] as const;

const decided = 'agent_requests (workspace_id, kind';

// Nulls come last in both directions, as page.ts sorts them.
const indexes = {
  agent_requests_taken:
    "agent_requests (workspace_id, taken_by_actor_id) where status = 'open' and taken_by_actor_id is not null",
  agent_requests_decided: `${decided}, (responded_at is null), responded_at, id)`,
  agent_requests_decided_down: `${decided}, (responded_at is not null), responded_at, id)`,
  agent_requests_decider: `${decided}, responded_by_actor_id, responded_at, id) where responded_by_actor_id is not null`,
} as const;

/**
 * The person who took a question, the person who should review an action, and until when a person
 * is away. Actions and people are named without a foreign key, because they are never deleted.
 */
export async function up(db: Knex): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text';
  const instant = isPostgres(db) ? 'timestamptz(3)' : 'text';
  await runAll(db, [
    ...columns.map(([table, column]) => `alter table ${table} add column ${column} ${text}`),
    `alter table users add column away_until ${instant}`,
  ]);
  await createIndexes(db, indexes);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    ...Object.keys(indexes).map((name) => `drop index ${name}`),
    'alter table users drop column away_until',
    ...columns.map(([table, column]) => `alter table ${table} drop column ${column}`),
  ]);
}
