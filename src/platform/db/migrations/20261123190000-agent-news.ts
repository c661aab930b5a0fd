import type { Knex } from 'knex';
import { createTable, runAll } from './table-kit';

// The questions that attention counted as answered: nobody has read them yet.
const unseenAnswers = `
  insert into agent_news (workspace_id, agent_actor_id, position, role, event_id, kind, actor_id,
    subject_type, subject_id, subject_title, summary, action_id, project_id, order_id, document_id,
    created_at)
  select events.workspace_id, agents.actor_id, events.position, 'author', events.id, events.kind,
    events.actor_id, events.subject_type, events.subject_id, events.subject_title, events.summary,
    events.action_id, events.project_id, events.order_id, events.document_id, events.created_at
  from agent_requests
    join agents on agents.workspace_id = agent_requests.workspace_id
      and agents.id = agent_requests.agent_id
    join events on events.workspace_id = agent_requests.workspace_id
      and events.subject_id = agent_requests.id
      and events.kind in ('question.answered', 'question.expired')
  where agent_requests.kind = 'question' and agent_requests.closed_at is null
    and agent_requests.responded_at is not null
    and not exists (select 1 from events as own
      where own.workspace_id = agents.workspace_id and own.actor_id = agents.actor_id
        and own.created_at >= agent_requests.responded_at)`;

/**
 * The news of agents: a copy of each event for each agent that it concerns. The tables refer to the
 * actor of the agent instead of the agent: news are stored together with the commit, and a lock on
 * the agent's row so late could cause a deadlock.
 */
export async function up(db: Knex): Promise<void> {
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
  });
  await createTable(db, 'agent_news_reads', (kit, table) => {
    kit.text('workspace_id');
    kit.text('agent_actor_id');
    table.primary(['workspace_id', 'agent_actor_id'], 'agent_news_reads_pk');
    kit.refers('agent_actor_id', 'actors');
    table.bigInteger('read_through').notNullable();
  });
  await runAll(db, [unseenAnswers]);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('agent_news_reads');
  await db.schema.dropTable('agent_news');
}
