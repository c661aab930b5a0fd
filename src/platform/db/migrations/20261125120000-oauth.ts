import type { Knex } from 'knex';
import { createTable, isPostgres, runAll } from './table-kit';

const eventTables = ['events', 'agent_news'];

const indexes = [
  'create index oauth_clients_expiry on oauth_clients (expires_at)',
  'create index oauth_tickets_expiry on oauth_tickets (expires_at)',
  'create index oauth_grants_created on oauth_grants (workspace_id, created_at, id)',
  `create index oauth_grants_agent on oauth_grants (workspace_id, agent_id)
    where ended_at is null`,
  `create index oauth_grants_user on oauth_grants (workspace_id, user_id) where ended_at is null`,
  'create index oauth_grants_expiry on oauth_grants (expires_at)',
  'create index oauth_codes_expiry on oauth_codes (expires_at)',
  'create index oauth_codes_grant on oauth_codes (workspace_id, grant_id)',
  'create index oauth_refresh_tokens_expiry on oauth_refresh_tokens (expires_at)',
  'create index oauth_refresh_tokens_grant on oauth_refresh_tokens (workspace_id, grant_id)',
  `create index oauth_refresh_tokens_keys on oauth_refresh_tokens (used_at)
    where successor_key is not null`,
  'alter table tokens add column grant_id text',
  'alter table tokens add column audience text',
  `create index tokens_grant on tokens (workspace_id, grant_id, expires_at)
    where grant_id is not null`,
  `create index tokens_grant_expiry on tokens (expires_at) where grant_id is not null`,
];

/**
 * The clients, consents and grants of OAuth with their codes and refresh tokens, the grant and the
 * audience of an access token, and the person on whose behalf an agent acted.
 */
export async function up(db: Knex): Promise<void> {
  // A client registers before anybody has signed in, so it belongs to no workspace.
  await createTable(db, 'oauth_clients', (kit) => {
    kit.text('id').primary('oauth_clients_pk');
    kit.text('name');
    kit.text('redirect_uris');
    kit.text('grant_types');
    kit.oneOf('auth_method', ['none', 'client_secret_basic', 'client_secret_post']);
    kit.textOrNull('secret_hash');
    kit.instant('created_at');
    kit.instant('expires_at');
  });
  await createTable(db, 'oauth_tickets', (kit, table) => {
    kit.identity();
    kit.text('ticket_hash');
    table.unique(['ticket_hash'], { indexName: 'oauth_tickets_hash' });
    kit.text('user_id');
    kit.refers('user_id', 'users');
    kit.textOrNull('session_id');
    kit.text('request');
    kit.instant('expires_at');
  });
  await createTable(db, 'oauth_grants', (kit, table) => {
    kit.identity();
    kit.text('agent_id');
    kit.refers('agent_id', 'agents');
    kit.text('user_id');
    kit.refers('user_id', 'users');
    kit.text('client_id');
    kit.text('client_name');
    kit.textOrNull('client_host');
    kit.text('redirect_host');
    kit.text('scopes');
    kit.text('audience');
    table.boolean('refreshes').notNullable();
    kit.instant('created_at');
    kit.instant('expires_at');
    kit.instantOrNull('redeemed_at');
    kit.instantOrNull('last_token_at');
    kit.instantOrNull('ended_at');
  });
  const ofGrant = (table: Knex.CreateTableBuilder, name: string): void => {
    table
      .foreign(['workspace_id', 'grant_id'], `${name}_grant_id_fk`)
      .references(['workspace_id', 'id'])
      .inTable('oauth_grants')
      .onDelete('CASCADE');
  };
  await createTable(db, 'oauth_codes', (kit, table) => {
    kit.identity();
    kit.text('code_hash');
    table.unique(['code_hash'], { indexName: 'oauth_codes_hash' });
    kit.text('grant_id');
    ofGrant(table, 'oauth_codes');
    kit.text('redirect_uri');
    kit.text('code_challenge');
    kit.instant('expires_at');
    kit.instantOrNull('redeemed_at');
  });
  await createTable(db, 'oauth_refresh_tokens', (kit, table) => {
    kit.identity();
    kit.text('token_hash');
    table.unique(['token_hash'], { indexName: 'oauth_refresh_tokens_hash' });
    kit.text('grant_id');
    ofGrant(table, 'oauth_refresh_tokens');
    kit.textOrNull('predecessor_id');
    kit.instant('created_at');
    kit.instant('expires_at');
    kit.instantOrNull('used_at');
    kit.textOrNull('successor_key');
    kit.instantOrNull('successor_used_at');
  });
  await runAll(
    db,
    indexes.map((statement) => typed(db, statement)),
  );
  await runAll(
    db,
    eventTables.map((table) =>
      typed(db, `alter table ${table} add column on_behalf_of_actor_id text`),
    ),
  );
}

// Texts are compared by code point on both databases.
function typed(db: Knex, statement: string): string {
  return isPostgres(db) ? statement.replace(/ text$/, ' text collate "C"') : statement;
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    ...eventTables.map((table) => `alter table ${table} drop column on_behalf_of_actor_id`),
    'drop index tokens_grant_expiry',
    'drop index tokens_grant',
    'delete from tokens where grant_id is not null',
    'alter table tokens drop column audience',
    'alter table tokens drop column grant_id',
  ]);
  for (const table of [
    'oauth_refresh_tokens',
    'oauth_codes',
    'oauth_grants',
    'oauth_tickets',
    'oauth_clients',
  ]) {
    await db.schema.dropTable(table);
  }
}
