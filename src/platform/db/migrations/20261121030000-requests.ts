import type { Knex } from 'knex';
import { isPostgres, oneOfCheck, runAll } from './table-kit';

const timeouts = oneOfCheck('on_timeout', ['keep_open', 'use_default', 'dismiss']);

// In the order in which they are added. Existing rows get the default or null.
const columns = [
  'expires_at',
  'on_timeout',
  'default_response',
  'timed_out',
  'operation',
  'description',
  'payload',
  'permitted_payload',
  'consumed_at',
];

/** The expiry of questions, and the columns that only proposals have. */
export async function up(db: Knex): Promise<void> {
  const [text, instant] = isPostgres(db)
    ? ['text collate "C"', 'timestamptz(3)']
    : ['text', 'text'];
  const types: Readonly<Record<string, string>> = {
    expires_at: instant,
    on_timeout: `${text} not null default 'keep_open' constraint agent_requests_on_timeout_check check (${timeouts})`,
    timed_out: 'boolean not null default false',
    consumed_at: instant,
  };
  await runAll(db, [
    ...columns.map(
      (name) => `alter table agent_requests add column ${name} ${types[name] ?? text}`,
    ),
    "create index agent_requests_due on agent_requests (workspace_id, expires_at, id) where status = 'open' and on_timeout <> 'keep_open' and expires_at is not null",
    "create index agent_requests_operation on agent_requests (workspace_id, operation, created_at, id) where kind = 'proposal'",
  ]);
}

/** Deletes proposals and drops the columns. Resolved questions stay resolved. */
export async function down(db: Knex): Promise<void> {
  const proposals =
    "select id from agent_requests as p where p.kind = 'proposal' and p.workspace_id";
  await runAll(db, [
    `update actions set source_agent_request_id = null where source_agent_request_id in (${proposals} = actions.workspace_id)`,
    `update notes set agent_request_id = null where agent_request_id in (${proposals} = notes.workspace_id)`,
    "delete from agent_requests where kind = 'proposal'",
    'drop index agent_requests_due',
    'drop index agent_requests_operation',
    ...columns.toReversed().map((name) => `alter table agent_requests drop column ${name}`),
  ]);
}
