import type { Knex } from 'knex';
import { createTable, isPostgres, runAll } from './table-kit';

// The length of a window in seconds: at most a year, as in the configuration.
const seconds = (column: string): string =>
  `${column} integer check (${column} between 1 and 31536000)`;

/** Settings of the workspace, invitations, deactivated users, and an index for the queues. */
export async function up(db: Knex): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text';
  const instant = isPostgres(db) ? 'timestamptz(3)' : 'text';
  await runAll(db, [
    `alter table workspaces add column time_zone ${text} not null default 'UTC'`,
    `alter table workspaces add column ${seconds('working_seconds')}`,
    `alter table workspaces add column ${seconds('stalled_seconds')}`,
    `alter table users add column deactivated_at ${instant}`,
    'create index users_created on users (workspace_id, created_at, id)',
    'create index actions_queue on actions (workspace_id, status, (due_at is null), due_at, (position is null), position, created_at, id)',
  ]);
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
  await db.raw(
    'create unique index invitations_open on invitations (workspace_id, email) where accepted_at is null and revoked_at is null',
  );
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('invitations');
  await runAll(db, [
    'drop index actions_queue',
    'drop index users_created',
    'alter table users drop column deactivated_at',
    'alter table workspaces drop column stalled_seconds',
    'alter table workspaces drop column working_seconds',
    'alter table workspaces drop column time_zone',
  ]);
}
