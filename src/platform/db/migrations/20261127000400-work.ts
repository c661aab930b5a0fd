import type { Knex } from 'knex';
import {
  createIndexes,
  createTable,
  dropTables,
  isPostgres,
  oneOfCheck,
  runAll,
  type TableKit,
} from './table-kit';

const open = oneOfCheck('status', ['inbox', 'ready', 'waiting']);
const inReview = "where review_state = 'pending'";

// References to tables that are created later. SQLite accepts them in advance but cannot add a
// reference to a table that exists; Postgres does the opposite.
const forward = [
  { from: 'orders', column: 'latest_checkin_id', to: 'checkins' },
  { from: 'actions', column: 'source_agent_request_id', to: 'agent_requests' },
  { from: 'actions', column: 'latest_note_id', to: 'notes' },
  { from: 'actions', column: 'last_activity_note_id', to: 'notes' },
];

/** Orders and their check-ins, actions and their blockers, questions and proposals, and notes. */
export async function up(db: Knex): Promise<void> {
  await createOrders(db);
  await createActions(db);
  await createRequests(db);
  await createNotes(db);
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

function refersForward(db: Knex, kit: TableKit, table: string): void {
  if (isPostgres(db)) return;
  for (const { from, column, to } of forward) if (from === table) kit.refers(column, to);
}

async function createOrders(db: Knex): Promise<void> {
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
    // Set only in active orders.
    kit.instantOrNull('next_checkin_due_at');
    kit.textOrNull('name_by_actor_id');
    kit.textOrNull('summary_by_actor_id');
    kit.text('sort_key').defaultTo('');
    refersForward(db, kit, 'orders');
    table.index(['workspace_id', 'created_at', 'id'], 'orders_created');
    table.index(['workspace_id', 'state', 'created_at', 'id'], 'orders_state');
    table.index(['workspace_id', 'agent_id', 'state', 'created_at', 'id'], 'orders_agent');
    table.index(['workspace_id', 'domain_id'], 'orders_domain');
    table.index(['workspace_id', 'document_id'], 'orders_document');
  });
  await createIndexes(db, {
    orders_checkin_due:
      'orders (workspace_id, next_checkin_due_at, id) where next_checkin_due_at is not null',
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
}

async function createActions(db: Knex): Promise<void> {
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
    // No foreign key: the claimant is always the caller, and actors are never deleted.
    kit.textOrNull('claimed_by_actor_id');
    kit.defined('claim_generation', 'integer not null default 0');
    kit.instantOrNull('claim_expires_at');
    table.integer('claim_lease_seconds');
    // The intended day, for months in which the action is due earlier because they are shorter.
    kit.defined('repeat_day', 'integer check (repeat_day between 1 and 31)');
    // Whether somebody chose `requires_review`.
    kit.defined('review_chosen', 'boolean not null default true');
    // The process of the agent that took the claim, if it gave a name.
    kit.textOrNull('claim_worker');
    kit.textOrNull('title_by_actor_id');
    kit.textOrNull('details_by_actor_id');
    // The intended local times of an occurrence whose times a change of clocks skips. Without a
    // time zone, the action repeats in UTC.
    kit.textOrNull('repeat_time_zone');
    kit.textOrNull('repeat_due_local');
    kit.textOrNull('repeat_defer_local');
    kit.text('sort_key').defaultTo('');
    refersForward(db, kit, 'actions');
    table.index(['workspace_id', 'created_at', 'id'], 'actions_created');
    table.index(['workspace_id', 'updated_at', 'id'], 'actions_updated');
    table.index(['workspace_id', 'last_activity_at', 'id'], 'actions_activity');
    table.index(['workspace_id', 'status', 'last_activity_at', 'id'], 'actions_status_activity');
    table.index(['workspace_id', 'domain_id', 'status', 'created_at', 'id'], 'actions_domain');
    table.index(['workspace_id', 'order_id', 'status', 'created_at', 'id'], 'actions_order');
    table.index(
      ['workspace_id', 'assigned_actor_id', 'status', 'created_at', 'id'],
      'actions_assignee',
    );
  });
  await runAll(db, [
    `create unique index actions_open_source_key on actions (workspace_id, source_key) where ${open} and source_key is not null`,
  ]);
  // Between equal indexes, SQLite chooses by the order in which they were created.
  await createIndexes(db, {
    actions_source_key: 'actions (workspace_id, source_key) where source_key is not null',
    // The sort orders of page.ts, which puts nulls last in both directions.
    actions_due: 'actions (workspace_id, (due_at is null), due_at, id)',
    actions_due_down: 'actions (workspace_id, (due_at is not null), due_at, id)',
    actions_deferred: 'actions (workspace_id, defer_until, id) where defer_until is not null',
    actions_spawned:
      'actions (workspace_id, spawned_from_action_id) where spawned_from_action_id is not null',
    actions_request:
      'actions (workspace_id, source_agent_request_id) where source_agent_request_id is not null',
    actions_lane: `actions (workspace_id, assigned_actor_id, (due_at is null), due_at, (position is null), position, created_at, id) where status = 'ready'`,
    actions_claims: 'actions (workspace_id, claim_expires_at) where claim_expires_at is not null',
    actions_claimant:
      'actions (workspace_id, claimed_by_actor_id, claim_expires_at) where claimed_by_actor_id is not null',
    // The order of the queues, which list only ready work.
    actions_ready: `actions (workspace_id, (due_at is null), due_at, (position is null), position, created_at, id) where status = 'ready'`,
    // Contains the column of its own condition. Otherwise SQLite may prefer another index with the
    // same first columns.
    actions_in_review: `actions (workspace_id, review_state, completed_at, id) ${inReview}`,
    actions_position: 'actions (workspace_id, (position is null), position, id)',
    actions_position_down: 'actions (workspace_id, (position is not null), position, id)',
    // Actions that can stall, the longest without activity first.
    actions_idle: `actions (workspace_id, last_activity_at, id) where status in ('ready', 'waiting') and assigned_actor_id is not null`,
    // The open actions of a project, in its order.
    actions_line: `actions (workspace_id, project_id, (position is null), position, created_at, id) where ${open}`,
    // The command view's open actions without a project, the most urgent first.
    actions_standalone: `actions (workspace_id, (due_at is null), due_at, last_activity_at, id) where project_id is null and ${open}`,
    // Only ready actions, because agents end many actions within the working window.
    actions_working: `actions (workspace_id, assignee_active_at) where status = 'ready' and assignee_active_at is not null`,
    // A project's actions in review, in its order.
    actions_review_line: `actions (workspace_id, project_id, review_state, (position is null), position, created_at, id) ${inReview}`,
    // These say which actions belong to templates, so the others are counted without their rows.
    actions_status: 'actions (workspace_id, status, created_at, id, is_template, project_id)',
    actions_project: 'actions (workspace_id, project_id, status, created_at, id, is_template)',
    actions_sort_key: 'actions (workspace_id, sort_key, id)',
  });
  await createTable(db, 'action_blockers', (kit, table) => {
    kit.text('workspace_id');
    kit.text('action_id');
    kit.text('blocker_id');
    table.primary(['workspace_id', 'action_id', 'blocker_id'], 'action_blockers_pk');
    kit.refers('action_id', 'actions');
    kit.refers('blocker_id', 'actions');
    table.check('action_id <> blocker_id', {}, 'action_blockers_self_check');
    kit.text('created_by_actor_id');
    kit.refers('created_by_actor_id', 'actors');
    kit.instant('created_at');
    table.index(['workspace_id', 'blocker_id'], 'action_blockers_blocker');
  });
}

async function createRequests(db: Knex): Promise<void> {
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
    kit.instantOrNull('expires_at');
    kit.oneOf('on_timeout', ['keep_open', 'use_default', 'dismiss'], 'keep_open');
    kit.textOrNull('default_response');
    kit.defined('timed_out', 'boolean not null default false');
    // Only proposals have these.
    kit.textOrNull('operation');
    kit.textOrNull('description');
    kit.textOrNull('payload');
    kit.textOrNull('permitted_payload');
    kit.instantOrNull('consumed_at');
    // Only questions have these.
    kit.instantOrNull('remind_at');
    table.integer('remind_every_seconds');
    // When the target of a permission was found changed.
    kit.instantOrNull('stale_at');
    table.index(['workspace_id', 'kind', 'created_at', 'id'], 'agent_requests_created');
    table.index(['workspace_id', 'kind', 'status', 'created_at', 'id'], 'agent_requests_status');
    table.index(['workspace_id', 'agent_id', 'status', 'created_at', 'id'], 'agent_requests_agent');
    table.index(['workspace_id', 'assigned_actor_id', 'status'], 'agent_requests_assignee');
    table.index(['workspace_id', 'action_id', 'status'], 'agent_requests_action');
    table.index(['workspace_id', 'project_id', 'status'], 'agent_requests_project');
    table.index(['workspace_id', 'order_id', 'status'], 'agent_requests_order');
  });
  await createIndexes(db, {
    agent_requests_due: `agent_requests (workspace_id, expires_at, id) where status = 'open' and on_timeout <> 'keep_open' and expires_at is not null`,
    agent_requests_operation: `agent_requests (workspace_id, operation, created_at, id) where kind = 'proposal'`,
    // The newest answers to an agent's questions.
    agent_requests_answers:
      'agent_requests (workspace_id, agent_id, responded_at) where responded_at is not null',
    // The latest changes of an agent's questions and proposals.
    agent_requests_changed: 'agent_requests (workspace_id, agent_id, updated_at)',
  });
  // The state of a proposal's target when it was permitted.
  await createTable(db, 'permitted_targets', (kit) => {
    kit.identity();
    kit.text('state');
    kit.refers('id', 'agent_requests');
  });
}

async function createNotes(db: Knex): Promise<void> {
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
    kit.instantOrNull('edited_at');
    kit.instantOrNull('archived_at');
    kit.defined('version', 'integer not null default 1');
    kit.textOrNull('document_id');
    kit.refers('document_id', 'documents');
    table.index(['workspace_id', 'created_by_actor_id', 'created_at', 'id'], 'notes_author');
    table.index(['workspace_id', 'document_id', 'created_at', 'id'], 'notes_document');
  });
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
  await dropTables(db, [
    'orders',
    'checkins',
    'actions',
    'action_blockers',
    'agent_requests',
    'permitted_targets',
    'notes',
  ]);
}
