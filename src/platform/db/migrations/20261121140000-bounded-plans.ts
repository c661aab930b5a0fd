import type { Knex } from 'knex';
import { oneOfCheck, runAll } from './table-kit';

const open = oneOfCheck('status', ['inbox', 'ready', 'waiting']);

const created = {
  // The order of the queues, which list only ready work.
  actions_ready: `actions (workspace_id, (due_at is null), due_at, (position is null), position, created_at, id) where status = 'ready'`,
  // These contain the column of their own condition. Otherwise SQLite may prefer another index with
  // the same first columns.
  actions_in_review: `actions (workspace_id, review_state, completed_at, id) where review_state = 'pending'`,
  actions_line_in_review: `actions (workspace_id, project_id, review_state) where review_state = 'pending'`,
  // The sort orders of page.ts, which puts nulls last in both directions.
  actions_position: 'actions (workspace_id, (position is null), position, id)',
  actions_position_down: 'actions (workspace_id, (position is not null), position, id)',
  // Actions that can stall, the longest without activity first.
  actions_idle: `actions (workspace_id, last_activity_at, id) where status in ('ready', 'waiting') and assigned_actor_id is not null`,
  // The open actions of a project, in its order.
  actions_line: `actions (workspace_id, project_id, (position is null), position, created_at, id) where ${open}`,
  // The command view's open actions without a project, the most urgent first.
  actions_standalone: `actions (workspace_id, (due_at is null), due_at, last_activity_at, id) where project_id is null and ${open}`,
  // The latest changes of an agent's questions and proposals.
  agent_requests_changed: 'agent_requests (workspace_id, agent_id, updated_at)',
};

const replaced = {
  actions_queue:
    'actions (workspace_id, status, (due_at is null), due_at, (position is null), position, created_at, id)',
  actions_review: `actions (workspace_id, completed_at, id) where review_state = 'pending'`,
  actions_line_review: `actions (workspace_id, project_id) where review_state = 'pending'`,
};

/** Indexes for the views, so that their cost does not grow with the other stored rows. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    ...Object.entries(created).map(([name, columns]) => `create index ${name} on ${columns}`),
    ...Object.keys(replaced).map((name) => `drop index ${name}`),
  ]);
}

/** Restores the previous indexes. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    ...Object.entries(replaced).map(([name, columns]) => `create index ${name} on ${columns}`),
    ...Object.keys(created).map((name) => `drop index ${name}`),
  ]);
}
