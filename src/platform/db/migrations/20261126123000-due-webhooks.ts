import type { Knex } from 'knex';
import { runAll } from './table-kit';

/**
 * Lets the index of due deliveries begin with the webhook, so that the deliverer goes from webhook
 * to webhook and no workspace delays another one by the number of its deliveries.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    'drop index webhook_deliveries_due',
    `create index webhook_deliveries_due on webhook_deliveries (workspace_id, webhook_id, due_at)
      where status = 'pending' and due_at is not null`,
  ]);
}

/** Restores the index by time. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    'drop index webhook_deliveries_due',
    `create index webhook_deliveries_due on webhook_deliveries (due_at)
      where status = 'pending' and due_at is not null`,
  ]);
}
