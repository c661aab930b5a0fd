import type { Knex } from 'knex';
import { createTable, isPostgres, oneOfCheck, runAll, type TableKit } from './table-kit';

const open = oneOfCheck('status', ['inbox', 'ready', 'waiting']);

// References to tables that are created later. SQLite accepts them in advance but cannot add a
// reference to a table that exists; Postgres does the opposite.
const forward = [
  { from: 'orders', column: 'latest_checkin_id', to: 'checkins' },
  { from: 'actions', column: 'source_agent_request_id', to: 'agent_requests' },
  { from: 'actions', column: 'latest_note_id', to: 'notes' },
  { from: 'actions', column: 'last_activity_note_id', to: 'notes' },
];

/** Orders and their check-ins, actions, notes, questions and proposals. */
export async function up(db: Knex): Promise<void> {
  const forwardOf = (kit: TableKit, table: string): void => {
    if (isPostgres(db)) return;
    for (const { from, column, to } of forward) if (from === table) kit.refers(column, to);
  };

  await createTable(db, 'orders', (kit, table) => {
    kit.identity();
    kit.text('assigned_actor_id');
    kit.text('agent_id');
    kit.textOrNull('document_id');
    kit.textOrNull('domain_id');
    kit.refers('assigned_actor_id', 'actors');
    kit.refers('agent_id', 'agents');
    kit.refers('document_id', 'documents');
    kit.refers('domain_id', 'domains');
    kit.text('name');
    kit.textOrNull('summary');
    kit.oneOf('state', ['active', 'paused', 'dropped']);
    kit.flag('requires_proposals');
    table.bigInteger('position');
    table.integer('checkin_every_seconds');
    kit.textOrNull('latest_checkin_id');
    kit.authored();
    forwardOf(kit, 'orders');
    table.index(['workspace_id', 'created_at', 'id'], 'orders_created');
    table.index(['workspace_id', 'state', 'created_at', 'id'], 'orders_state');
    table.index(['workspace_id', 'agent_id', 'state', 'created_at', 'id'], 'orders_agent');
    table.index(['workspace_id', 'domain_id'], 'orders_domain');
    table.index(['workspace_id', 'document_id'], 'orders_document');
  });

  await createTable(db, 'checkins', (kit, table) => {
    kit.identity();
    kit.text('order_id');
    kit.textOrNull('agent_id');
    kit.oneOf('kind', ['report', 'heartbeat']);
    kit.text('summary');
    kit.text('created_by_actor_id');
    kit.instant('created_at');
    kit.refers('order_id', 'orders');
    kit.refers('agent_id', 'agents');
    kit.refers('created_by_actor_id', 'actors');
    table.index(['workspace_id', 'order_id', 'created_at', 'id'], 'checkins_order');
  });

  await createTable(db, 'actions', (kit, table) => {
    kit.identity();
    kit.text('title');
    kit.textOrNull('details');
    for (const parent of ['project', 'domain', 'order'] as const) {
      kit.textOrNull(`${parent}_id`);
      kit.refers(`${parent}_id`, `${parent}s`);
    }
    kit.textOrNull('assigned_actor_id');
    kit.refers('assigned_actor_id', 'actors');
    kit.flag('is_template');
    kit.oneOf('status', ['inbox', 'ready', 'waiting', 'done', 'dropped']);
    kit.flag('requires_review');
    kit.textOrNull('delegate_label');
    kit.text('requirements');
    kit.oneOf('repeat_type', ['none', 'from_completion', 'from_due']);
    kit.textOrNull('repeat_unit');
    table.check(
      oneOfCheck('repeat_unit', ['day', 'week', 'month', 'year']),
      {},
      'actions_repeat_unit_check',
    );
    table.integer('repeat_interval').notNullable().defaultTo(0);
    kit.instantOrNull('defer_until');
    kit.instantOrNull('due_at');
    table.bigInteger('position');
    kit.textOrNull('result_summary');
    kit.textOrNull('spawned_from_action_id');
    kit.refers('spawned_from_action_id', 'actions');
    kit.textOrNull('source_key');
    kit.textOrNull('source_agent_request_id');
    kit.textOrNull('input_payload');
    kit.oneOf('review_state', ['none', 'pending', 'approved', 'rejected']);
    kit.textOrNull('reviewer_actor_id');
    kit.refers('reviewer_actor_id', 'actors');
    kit.instantOrNull('reviewed_at');
    kit.textOrNull('completed_by_actor_id');
    kit.refers('completed_by_actor_id', 'actors');
    kit.instantOrNull('completed_at');
    kit.instant('last_activity_at');
    kit.instantOrNull('assignee_active_at');
    kit.flag('waits_for_answer').defaultTo(false);
    kit.instantOrNull('assigned_at');
    kit.textOrNull('latest_note_id');
    kit.textOrNull('last_activity_note_id');
    kit.authored();
    forwardOf(kit, 'actions');
    table.index(['workspace_id', 'created_at', 'id'], 'actions_created');
    table.index(['workspace_id', 'updated_at', 'id'], 'actions_updated');
    table.index(['workspace_id', 'last_activity_at', 'id'], 'actions_activity');
    table.index(['workspace_id', 'title', 'id'], 'actions_title');
    table.index(['workspace_id', 'status', 'created_at', 'id'], 'actions_status');
    table.index(['workspace_id', 'status', 'last_activity_at', 'id'], 'actions_status_activity');
    table.index(['workspace_id', 'project_id', 'status', 'created_at', 'id'], 'actions_project');
    table.index(['workspace_id', 'domain_id', 'status', 'created_at', 'id'], 'actions_domain');
    table.index(['workspace_id', 'order_id', 'status', 'created_at', 'id'], 'actions_order');
    table.index(
      ['workspace_id', 'assigned_actor_id', 'status', 'created_at', 'id'],
      'actions_assignee',
    );
  });

  await createTable(db, 'agent_requests', (kit, table) => {
    kit.identity();
    kit.oneOf('kind', ['question', 'proposal']);
    kit.oneOf('status', ['open', 'resolved']);
    kit.textOrNull('agent_id');
    kit.refers('agent_id', 'agents');
    kit.textOrNull('assigned_actor_id');
    kit.refers('assigned_actor_id', 'actors');
    for (const scope of ['action', 'project', 'order'] as const) {
      kit.textOrNull(`${scope}_id`);
      kit.refers(`${scope}_id`, `${scope}s`);
    }
    kit.text('question');
    kit.textOrNull('choices');
    kit.textOrNull('recommended_choice');
    kit.flag('allow_free_text');
    kit.text('on_answer');
    kit.flag('blocking');
    kit.textOrNull('response');
    kit.textOrNull('response_comment');
    kit.instantOrNull('responded_at');
    kit.textOrNull('responded_by_actor_id');
    kit.refers('responded_by_actor_id', 'actors');
    kit.instantOrNull('dismissed_at');
    kit.instantOrNull('closed_at');
    kit.authored();
    table.index(['workspace_id', 'kind', 'created_at', 'id'], 'agent_requests_created');
    table.index(['workspace_id', 'kind', 'status', 'created_at', 'id'], 'agent_requests_status');
    table.index(['workspace_id', 'agent_id', 'status', 'created_at', 'id'], 'agent_requests_agent');
    table.index(['workspace_id', 'assigned_actor_id', 'status'], 'agent_requests_assignee');
    table.index(['workspace_id', 'action_id', 'status'], 'agent_requests_action');
    table.index(['workspace_id', 'project_id', 'status'], 'agent_requests_project');
    table.index(['workspace_id', 'order_id', 'status'], 'agent_requests_order');
  });

  await createTable(db, 'notes', (kit, table) => {
    kit.identity();
    kit.oneOf('kind', ['note', 'heartbeat', 'completion', 'system']);
    for (const subject of ['action', 'project', 'order', 'agent_request'] as const) {
      kit.textOrNull(`${subject}_id`);
      kit.refers(`${subject}_id`, `${subject}s`);
      table.index(['workspace_id', `${subject}_id`, 'created_at', 'id'], `notes_${subject}`);
    }
    kit.textOrNull('source_proposal_id');
    kit.text('body');
    kit.text('created_by_actor_id');
    kit.instant('created_at');
    kit.refers('created_by_actor_id', 'actors');
    table.index(['workspace_id', 'created_by_actor_id', 'created_at', 'id'], 'notes_author');
  });

  await runAll(db, [
    `create unique index actions_open_source_key on actions (workspace_id, source_key) where ${open} and source_key is not null`,
    'create index actions_source_key on actions (workspace_id, source_key) where source_key is not null',
    // The sort orders of page.ts, which puts nulls last in both directions.
    'create index actions_due on actions (workspace_id, (due_at is null), due_at, id)',
    'create index actions_due_down on actions (workspace_id, (due_at is not null), due_at, id)',
    'create index actions_deferred on actions (workspace_id, defer_until, id) where defer_until is not null',
    "create index actions_review on actions (workspace_id, completed_at, id) where review_state = 'pending'",
    'create index actions_working on actions (workspace_id, assignee_active_at) where assignee_active_at is not null',
    'create index actions_spawned on actions (workspace_id, spawned_from_action_id) where spawned_from_action_id is not null',
    'create index actions_request on actions (workspace_id, source_agent_request_id) where source_agent_request_id is not null',
  ]);
  if (!isPostgres(db)) return;
  for (const { from, column, to } of forward) {
    await db.schema.alterTable(from, (table) => {
      table
        .foreign(['workspace_id', column], `${from}_${column}_fk`)
        .references(['workspace_id', 'id'])
        .inTable(to);
    });
  }
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  for (const { from, column } of forward) {
    await db(from)
      .whereNotNull(column)
      .update({ [column]: null });
    if (!isPostgres(db)) continue;
    await db.schema.alterTable(from, (table) => {
      table.dropForeign(['workspace_id', column], `${from}_${column}_fk`);
    });
  }
  for (const table of ['notes', 'agent_requests', 'actions', 'checkins', 'orders']) {
    await db.schema.dropTable(table);
  }
}
