import type { Knex } from 'knex';
import { createIndexes, createTable, dropTables } from './table-kit';

/**
 * Events, which each change appends in its transaction, and the news of agents: a copy of each
 * event for each agent that it concerns.
 */
export async function up(db: Knex): Promise<void> {
  await createTable(db, 'event_positions', (kit, table) => {
    kit.text('workspace_id').primary('event_positions_pk');
    table
      .foreign('workspace_id', 'event_positions_workspace_fk')
      .references('id')
      .inTable('workspaces');
    table.bigInteger('last').notNullable();
    table.bigInteger('forgotten').notNullable().defaultTo(0);
    // Each commit changes this row anyway.
    kit.defined('stored_bytes', 'bigint not null default 0');
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
    }
    kit.instant('created_at');
    // The number of periods that an event stands for, if it is of a kind that repeats.
    table.integer('period_count');
    kit.textOrNull('on_behalf_of_actor_id');
    table.unique(['workspace_id', 'position'], { indexName: 'events_position' });
    table.index(['workspace_id', 'kind', 'position'], 'events_kind');
    table.index(['workspace_id', 'created_at', 'id'], 'events_created');
    // The overview reads the events of actors and subjects by time.
    table.index(['workspace_id', 'actor_id', 'created_at', 'id'], 'events_actor');
    table.index(['workspace_id', 'subject_id', 'created_at', 'id'], 'events_subject');
  });
  // Most events have one of the four records, so each insert writes fewer index entries.
  await createIndexes(db, {
    events_document:
      'events (workspace_id, document_id, created_at, id) where document_id is not null',
    events_action: 'events (workspace_id, action_id, position) where action_id is not null',
    events_project: 'events (workspace_id, project_id, position) where project_id is not null',
    events_order: 'events (workspace_id, order_id, position) where order_id is not null',
    events_subject_position: 'events (workspace_id, subject_id, position)',
    events_actor_position: 'events (workspace_id, actor_id, position)',
  });
  // The tables of news refer to the actor of the agent instead of the agent: news are stored
  // together with the commit, and a lock on the agent's row so late could cause a deadlock.
  await createTable(db, 'agent_news', (kit, table) => {
    kit.text('workspace_id');
    kit.text('agent_actor_id');
    table.bigInteger('position').notNullable();
    table.primary(['workspace_id', 'agent_actor_id', 'position'], 'agent_news_pk');
    kit.refers('agent_actor_id', 'actors');
    kit.text('role');
    kit.textOrNull('note_id');
    kit.refers('note_id', 'notes');
    kit.text('event_id');
    kit.text('kind');
    kit.text('actor_id');
    kit.refers('actor_id', 'actors');
    kit.text('subject_type');
    kit.text('subject_id');
    kit.text('subject_title');
    kit.text('summary');
    for (const subject of ['action', 'project', 'order', 'document']) {
      kit.textOrNull(`${subject}_id`);
    }
    kit.instant('created_at');
    table.integer('period_count');
    kit.textOrNull('on_behalf_of_actor_id');
  });
  await createTable(db, 'agent_news_reads', (kit, table) => {
    kit.text('workspace_id');
    kit.text('agent_actor_id');
    table.primary(['workspace_id', 'agent_actor_id'], 'agent_news_reads_pk');
    kit.refers('agent_actor_id', 'actors');
    table.bigInteger('read_through').notNullable();
  });
}

/** Drops what `up` created. */
export function down(db: Knex): Promise<void> {
  return dropTables(db, ['event_positions', 'events', 'agent_news', 'agent_news_reads']);
}
