import type { Knex } from 'knex';
import { createIndexes, createTable, dropTables, oneOfCheck } from './table-kit';

/** The clients, consents and grants of OAuth with their codes and refresh tokens. */
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
    // A repeated form shows the decision again.
    kit.textOrNull('decision');
    table.check(oneOfCheck('decision', ['allow', 'refuse']), {}, 'oauth_tickets_decision_check');
  });
  await createTable(db, 'oauth_grants', (kit) => {
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
    kit.flag('refreshes');
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
  await createIndexes(db, {
    oauth_clients_expiry: 'oauth_clients (expires_at)',
    oauth_tickets_expiry: 'oauth_tickets (expires_at)',
    oauth_grants_created: 'oauth_grants (workspace_id, created_at, id)',
    oauth_grants_user: 'oauth_grants (workspace_id, user_id) where ended_at is null',
    oauth_grants_expiry: 'oauth_grants (expires_at)',
    oauth_codes_expiry: 'oauth_codes (expires_at)',
    oauth_codes_grant: 'oauth_codes (workspace_id, grant_id)',
    oauth_refresh_tokens_expiry: 'oauth_refresh_tokens (expires_at)',
    oauth_refresh_tokens_grant: 'oauth_refresh_tokens (workspace_id, grant_id)',
    oauth_refresh_tokens_keys: `oauth_refresh_tokens (used_at)
    where successor_key is not null`,
    // The order of their list.
    oauth_grants_agent: `oauth_grants (workspace_id, agent_id, created_at, id)
    where ended_at is null`,
  });
}

/** Drops what `up` created. */
export function down(db: Knex): Promise<void> {
  return dropTables(db, [
    'oauth_clients',
    'oauth_tickets',
    'oauth_grants',
    'oauth_codes',
    'oauth_refresh_tokens',
  ]);
}
