import type { Knex } from 'knex';
import { createIndexes, createTable, dropTables, runAll } from './table-kit';

/** Webhooks with their positions in the feed, and their deliveries, which are the queue. */
export async function up(db: Knex): Promise<void> {
  await createTable(db, 'webhooks', (kit, table) => {
    kit.identity();
    kit.textOrNull('agent_id');
    kit.refers('agent_id', 'agents');
    kit.textOrNull('url');
    kit.textOrNull('description');
    kit.text('kinds');
    kit.oneOf('state', ['enabled', 'disabled']);
    kit.textOrNull('disabled_reason');
    kit.instantOrNull('disabled_at');
    kit.text('secret');
    kit.textOrNull('previous_secret');
    kit.instantOrNull('overlap_ends_at');
    table.bigInteger('position').notNullable();
    kit.instantOrNull('first_failed_at');
    kit.instantOrNull('failing_told_at');
    table.integer('work_count');
    table.bigInteger('work_position');
    kit.instantOrNull('work_counted_at');
    kit.instantOrNull('deleted_at');
    kit.authored();
  });
  await createTable(db, 'webhook_deliveries', (kit, table) => {
    kit.identity();
    kit.text('webhook_id');
    table
      .foreign(['workspace_id', 'webhook_id'], 'webhook_deliveries_webhook_id_fk')
      .references(['workspace_id', 'id'])
      .inTable('webhooks')
      .onDelete('CASCADE');
    kit.text('kind');
    kit.textOrNull('event_id');
    table.bigInteger('position');
    kit.text('body');
    kit.oneOf('status', ['pending', 'delivered', 'failed']);
    table.integer('attempts').notNullable();
    kit.instantOrNull('due_at');
    kit.instantOrNull('leased_until');
    kit.instantOrNull('last_attempt_at');
    table.integer('response_status');
    kit.textOrNull('response_text');
    table.integer('duration_ms');
    kit.textOrNull('error');
    kit.instant('created_at');
    kit.instantOrNull('finished_at');
  });
  await runAll(db, [
    `create unique index webhooks_agent on webhooks (workspace_id, agent_id)
    where agent_id is not null and deleted_at is null`,
    `create unique index webhook_deliveries_position
    on webhook_deliveries (workspace_id, webhook_id, position) where position is not null`,
  ]);
  await createIndexes(db, {
    webhooks_created: 'webhooks (workspace_id, created_at, id)',
    webhooks_deleted: 'webhooks (deleted_at) where deleted_at is not null',
    webhook_deliveries_status:
      'webhook_deliveries (workspace_id, webhook_id, status, created_at, id)',
    webhook_deliveries_listed: 'webhook_deliveries (workspace_id, webhook_id, created_at, id)',
    webhook_deliveries_created: 'webhook_deliveries (created_at)',
    // Finds the due deliveries of each webhook, so that none delays another one by their number.
    webhook_deliveries_due: `webhook_deliveries (workspace_id, webhook_id, due_at)
    where status = 'pending' and due_at is not null`,
  });
}

/** Drops what `up` created. */
export function down(db: Knex): Promise<void> {
  return dropTables(db, ['webhooks', 'webhook_deliveries']);
}
