import type { Knex } from 'knex';
import { createTable, dropTables, oneOfCheck, runAll } from './table-kit';

// The length of a window in seconds: at most a year, as in the configuration.
const seconds = (column: string): string => `integer check (${column} between 1 and 31536000)`;

/** Workspaces, their actors, and people with their sessions and ways to sign in. */
export async function up(db: Knex): Promise<void> {
  await createTable(db, 'workspaces', (kit, table) => {
    kit.text('id').primary('workspaces_pk');
    kit.text('name');
    kit.oneOf('plan', ['unlimited', 'free']);
    kit.versioned();
    kit.text('time_zone').defaultTo('UTC');
    kit.defined('working_seconds', seconds('working_seconds'));
    kit.defined('stalled_seconds', seconds('stalled_seconds'));
    kit.defined(
      'approval_days',
      'integer not null default 7 check (approval_days between 1 and 365)',
    );
    table.index(['created_at', 'id'], 'workspaces_first');
  });
  await createTable(db, 'actors', (kit) => {
    kit.identity();
    kit.oneOf('kind', ['user', 'agent', 'system']);
    kit.text('name');
    kit.instant('created_at');
    // The keys by which names are compared and sorted.
    kit.text('name_key').defaultTo('');
    kit.text('sort_key').defaultTo('');
  });
  await runAll(db, [
    `create unique index actors_one_system on actors (workspace_id) where ${oneOfCheck('kind', ['system'])}`,
    `create unique index actors_agent_name on actors (workspace_id, name) where ${oneOfCheck('kind', ['agent'])}`,
    'create index actors_name_key on actors (workspace_id, name_key)',
  ]);
  await createTable(db, 'users', (kit, table) => {
    kit.identity();
    kit.text('actor_id');
    kit.refers('actor_id', 'actors');
    table.unique(['workspace_id', 'actor_id'], { indexName: 'users_one_per_actor' });
    kit.text('email');
    table.check('email = lower(email)', {}, 'users_email_check');
    kit.oneOf('role', ['owner', 'member']);
    kit.text('password_hash');
    kit.versioned();
    kit.instantOrNull('deactivated_at');
    table.index(['workspace_id', 'created_at', 'id'], 'users_created');
    // An address may have one account in each workspace. The index finds them, oldest first.
    table.unique(['workspace_id', 'email'], { indexName: 'users_workspace_email' });
    table.index(['email', 'created_at', 'id'], 'users_email');
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
    table.index(['expires_at'], 'sessions_expiry');
  });
  await createTable(db, 'invitations', (kit, table) => {
    kit.identity();
    kit.text('email');
    table.check('email = lower(email)', {}, 'invitations_email_check');
    kit.textOrNull('name');
    kit.oneOf('role', ['owner', 'member']);
    kit.text('secret_hash');
    table.unique(['secret_hash'], { indexName: 'invitations_secret_hash' });
    kit.text('created_by_actor_id');
    kit.refers('created_by_actor_id', 'actors');
    kit.instant('created_at');
    kit.instant('expires_at');
    kit.instantOrNull('accepted_at');
    kit.instantOrNull('revoked_at');
    table.index(['workspace_id', 'created_at', 'id'], 'invitations_created');
  });
  // A person has at most one reset that is neither used nor revoked, expired or not.
  await createTable(db, 'password_resets', (kit, table) => {
    kit.identity();
    kit.text('user_id');
    kit.refers('user_id', 'users');
    kit.text('secret_hash');
    table.unique(['secret_hash'], { indexName: 'password_resets_secret' });
    kit.text('created_by_actor_id');
    kit.refers('created_by_actor_id', 'actors');
    kit.instant('created_at');
    kit.instant('expires_at');
    kit.instantOrNull('used_at');
    kit.instantOrNull('revoked_at');
    table.index(['expires_at'], 'password_resets_expiry');
  });
  await runAll(db, [
    'create index sessions_user on sessions (workspace_id, user_id, created_at, id) where revoked_at is null',
    'create unique index invitations_open on invitations (workspace_id, email) where accepted_at is null and revoked_at is null',
    'create index invitations_expiry on invitations (expires_at)',
    'create unique index password_resets_open on password_resets (workspace_id, user_id) where used_at is null and revoked_at is null',
  ]);
  await createTable(db, 'sign_in_attempts', (kit, table) => {
    kit.text('id').primary('sign_in_attempts_pk');
    kit.text('account_hash');
    kit.text('address');
    kit.instant('attempted_at');
    table.index(['account_hash', 'attempted_at'], 'sign_in_attempts_account');
    table.index(['address', 'attempted_at'], 'sign_in_attempts_address');
    table.index(['attempted_at'], 'sign_in_attempts_age');
  });
  // Limits the events of the failed sign-ins to an account to one in an hour.
  await createTable(db, 'failed_sign_ins', (kit, table) => {
    kit.text('workspace_id');
    kit.text('user_id');
    table.primary(['workspace_id', 'user_id'], 'failed_sign_ins_pk');
    kit.refers('user_id', 'users');
    kit.instant('window_began_at');
    table.integer('in_window').notNullable();
    table.integer('failures').notNullable();
  });
}

/** Drops what `up` created. */
export function down(db: Knex): Promise<void> {
  return dropTables(db, [
    'workspaces',
    'actors',
    'users',
    'sessions',
    'invitations',
    'password_resets',
    'sign_in_attempts',
    'failed_sign_ins',
  ]);
}
