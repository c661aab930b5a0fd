import type { Knex } from 'knex';
import { createTable, oneOfCheck, runAll } from './table-kit';

const tables = [
  'workspaces',
  'actors',
  'users',
  'sessions',
  'agents',
  'tokens',
  'idempotency_records',
  'sign_in_attempts',
];

/** Workspaces, their actors, credentials and sessions, and the responses stored for retries. */
export async function up(db: Knex): Promise<void> {
  await createTable(db, 'workspaces', (kit, table) => {
    kit.text('id').primary('workspaces_pk');
    kit.text('name');
    kit.oneOf('plan', ['unlimited', 'free']);
    kit.versioned();
    table.index(['created_at', 'id'], 'workspaces_first');
  });
  await createTable(db, 'actors', (kit) => {
    kit.identity();
    kit.oneOf('kind', ['user', 'agent', 'system']);
    kit.text('name');
    kit.instant('created_at');
  });
  await createTable(db, 'users', (kit, table) => {
    kit.identity();
    kit.text('actor_id');
    kit.refers('actor_id', 'actors');
    table.unique(['workspace_id', 'actor_id'], { indexName: 'users_one_per_actor' });
    kit.text('email');
    table.unique(['email'], { indexName: 'users_email' });
    table.check('email = lower(email)', {}, 'users_email_check');
    kit.oneOf('role', ['owner', 'member']);
    kit.text('password_hash');
    kit.versioned();
  });
  await createTable(db, 'sessions', (kit, table) => {
    kit.identity();
    kit.text('user_id');
    kit.refers('user_id', 'users');
    kit.text('id_hash');
    table.unique(['id_hash'], { indexName: 'sessions_id_hash' });
    kit.instant('created_at');
    kit.instant('expires_at');
    kit.instant('last_seen_at');
    kit.instantOrNull('revoked_at');
    table.index(['workspace_id', 'user_id'], 'sessions_user');
    table.index(['expires_at'], 'sessions_expiry');
  });
  await createTable(db, 'agents', (kit, table) => {
    kit.identity();
    kit.text('actor_id');
    kit.refers('actor_id', 'actors');
    table.unique(['workspace_id', 'actor_id'], { indexName: 'agents_one_per_actor' });
    kit.textOrNull('icon');
    kit.text('capabilities');
    kit.textOrNull('webhook_url');
    kit.flag('requires_proposals');
    kit.oneOf('access_mode', ['worker', 'sysadmin']);
    kit.oneOf('state', ['pending', 'active', 'paused', 'revoked']);
    kit.instantOrNull('last_seen_at');
    kit.text('created_by_actor_id');
    kit.refers('created_by_actor_id', 'actors');
    kit.versioned();
    table.index(['workspace_id', 'state', 'created_at', 'id'], 'agents_state');
    table.index(['workspace_id', 'created_at', 'id'], 'agents_created');
  });
  await createTable(db, 'tokens', (kit, table) => {
    kit.identity();
    kit.text('agent_id');
    kit.refers('agent_id', 'agents');
    kit.text('public_id');
    table.unique(['public_id'], { indexName: 'tokens_public_id' });
    kit.text('secret_hash');
    kit.text('name');
    kit.text('scopes');
    kit.instantOrNull('expires_at');
    kit.instantOrNull('last_used_at');
    kit.instantOrNull('revoked_at');
    kit.text('created_by_actor_id');
    kit.refers('created_by_actor_id', 'actors');
    kit.instant('created_at');
    table.index(['workspace_id', 'agent_id', 'created_at', 'id'], 'tokens_agent');
  });
  await createTable(db, 'idempotency_records', (kit, table) => {
    kit.text('workspace_id');
    kit.text('actor_id');
    kit.text('operation_id');
    kit.text('client_request_id');
    table.primary(
      ['workspace_id', 'actor_id', 'operation_id', 'client_request_id'],
      'idempotency_records_pk',
    );
    kit.refers('actor_id', 'actors');
    kit.text('request_hash');
    table.integer('status');
    kit.textOrNull('headers');
    kit.textOrNull('body');
    kit.instant('created_at');
    kit.instant('expires_at');
    table.index(['expires_at'], 'idempotency_records_expiry');
  });
  await createTable(db, 'sign_in_attempts', (kit, table) => {
    kit.text('id').primary('sign_in_attempts_pk');
    kit.text('account_hash');
    kit.text('address');
    kit.instant('attempted_at');
    table.index(['account_hash', 'attempted_at'], 'sign_in_attempts_account');
    table.index(['address', 'attempted_at'], 'sign_in_attempts_address');
    table.index(['attempted_at'], 'sign_in_attempts_age');
  });
  await runAll(db, [
    `create unique index actors_one_system on actors (workspace_id) where ${oneOfCheck('kind', ['system'])}`,
    `create unique index actors_agent_name on actors (workspace_id, name) where ${oneOfCheck('kind', ['agent'])}`,
  ]);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  for (const table of tables.toReversed()) await db.schema.dropTable(table);
}
