import type { Knex } from 'knex';
import { createIndexes, createTable, isPostgres, runAll } from './table-kit';

/**
 * E-mail in the queue of webhooks. A workspace has at most one row of `webhooks` that is its queue
 * of mails: the one with `overdue_checked_at`, up to which it has looked for overdue actions. Its
 * deliveries name their recipients. `notification_settings` has what people chose.
 */
export async function up(db: Knex): Promise<void> {
  const [text, instant] = isPostgres(db)
    ? ['text collate "C"', 'timestamptz(3)']
    : ['text', 'text'];
  await runAll(db, [
    `alter table webhooks add column overdue_checked_at ${instant}`,
    `alter table webhook_deliveries add column recipient_user_id ${text}`,
    `create unique index webhooks_mail on webhooks (workspace_id)
       where overdue_checked_at is not null`,
  ]);
  await createIndexes(db, {
    // Finds the message that gathers what comes for a person.
    webhook_deliveries_recipient: `webhook_deliveries (workspace_id, webhook_id, recipient_user_id)
       where status = 'pending' and recipient_user_id is not null`,
  });
  await createTable(db, 'notification_settings', (kit, table) => {
    kit.text('workspace_id');
    kit.text('user_id');
    table.primary(['workspace_id', 'user_id'], 'notification_settings_pk');
    kit.refers('user_id', 'users');
    kit.text('choices');
    kit.instant('updated_at');
  });
}

/** Drops what `up` created, with the queues of mails. */
export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('notification_settings');
  await db('webhooks').whereNotNull('overdue_checked_at').delete();
  await runAll(db, [
    'drop index webhook_deliveries_recipient',
    'drop index webhooks_mail',
    'alter table webhook_deliveries drop column recipient_user_id',
    'alter table webhooks drop column overdue_checked_at',
  ]);
}
