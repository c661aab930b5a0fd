import type { Knex } from 'knex';
import { createTable } from './table-kit';

/** Events, which each change appends in its transaction. */
export async function up(db: Knex): Promise<void> {
  await createTable(db, 'event_positions', (kit, table) => {
    kit.text('workspace_id').primary('event_positions_pk');
    table
      .foreign('workspace_id', 'event_positions_workspace_fk')
      .references('id')
      .inTable('workspaces');
    table.bigInteger('last').notNullable();
    table.bigInteger('forgotten').notNullable().defaultTo(0);
  });
  await createTable(db, 'events', (kit, table) => {
    kit.identity();
    table.bigInteger('position').notNullable();
    kit.text('kind');
    kit.text('actor_id');
    kit.refers('actor_id', 'actors');
    kit.text('subject_type');
    kit.text('subject_id');
    kit.text('subject_title');
    kit.text('summary');
    for (const subject of ['action', 'project', 'order', 'document'] as const) {
      kit.textOrNull(`${subject}_id`);
      kit.refers(`${subject}_id`, `${subject}s`);
      table.index(['workspace_id', `${subject}_id`, 'created_at', 'id'], `events_${subject}`);
    }
    kit.instant('created_at');
    table.unique(['workspace_id', 'position'], { indexName: 'events_position' });
    table.index(['workspace_id', 'kind', 'position'], 'events_kind');
    table.index(['workspace_id', 'created_at', 'id'], 'events_created');
    table.index(['workspace_id', 'actor_id', 'created_at', 'id'], 'events_actor');
    table.index(['workspace_id', 'subject_id', 'created_at', 'id'], 'events_subject');
  });
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('events');
  await db.schema.dropTable('event_positions');
}
