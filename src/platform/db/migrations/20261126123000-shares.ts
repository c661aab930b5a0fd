import type { Knex } from 'knex';
import { runAll } from './table-kit';

const byWebhook = `create index webhook_deliveries_due on webhook_deliveries (workspace_id, webhook_id, due_at)
    where status = 'pending' and due_at is not null`;

const byTime = `create index webhook_deliveries_due on webhook_deliveries (due_at)
    where status = 'pending' and due_at is not null`;

/**
 * Lets indexes find the due deliveries of each webhook and the due timers of each workspace, so that
 * no workspace delays another one by their number.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    'drop index webhook_deliveries_due',
    byWebhook,
    'create index timers_of_workspace on timers (workspace_id, due_at, kind, subject_id)',
  ]);
}

/** Restores the index of deliveries by time, and drops that of timers. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['drop index timers_of_workspace', 'drop index webhook_deliveries_due', byTime]);
}
