import type { Knex } from 'knex';
import { oneOfCheck, runAll } from './table-kit';

const open = oneOfCheck('status', ['inbox', 'ready', 'waiting']);

const made = {
  // The order of the queues; nothing but ready work is listed by it.
  actions_ready: `actions (workspace_id, (due_at is null), due_at, (position is null), position, created_at, id) where status = 'ready'`,
  // With the column of their own condition: otherwise SQLite takes any index that begins alike for
  // as good.
  actions_in_review: `actions (workspace_id, review_state, completed_at, id) where review_state = 'pending'`,
  actions_line_in_review: `actions (workspace_id, project_id, review_state) where review_state = 'pending'`,
  // The orders of page.ts, which puts nulls last both ways.
  actions_position: 'actions (workspace_id, (position is null), position, id)',
  actions_position_down: 'actions (workspace_id, (position is not null), position, id)',
  // What nobody has touched for the longest time, of what can stall.
  actions_idle: `actions (workspace_id, last_activity_at, id) where status in ('ready', 'waiting') and assigned_actor_id is not null`,
  // The line of a project, without what has ended.
  actions_line: `actions (workspace_id, project_id, (position is null), position, created_at, id) where ${open}`,
  // The command view's open actions without a project, the most urgent first.
  actions_standalone: `actions (workspace_id, (due_at is null), due_at, last_activity_at, id) where project_id is null and ${open}`,
  // What changed lately of what an agent asked.
  agent_requests_changed: 'agent_requests (workspace_id, agent_id, updated_at)',
};

const replaced = {
  actions_queue:
    'actions (workspace_id, status, (due_at is null), due_at, (position is null), position, created_at, id)',
  actions_review: `actions (workspace_id, completed_at, id) where review_state = 'pending'`,
  actions_line_review: `actions (workspace_id, project_id) where review_state = 'pending'`,
};

/** Indexes by which views read what they show, whatever is stored beside it. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    ...Object.entries(made).map(([name, columns]) => `create index ${name} on ${columns}`),
    ...Object.keys(replaced).map((name) => `drop index ${name}`),
  ]);
}

/** Takes the indexes back. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    ...Object.entries(replaced).map(([name, columns]) => `create index ${name} on ${columns}`),
    ...Object.keys(made).map((name) => `drop index ${name}`),
  ]);
}
