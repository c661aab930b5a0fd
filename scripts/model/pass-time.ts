import { SECOND } from '../../src/platform/time';
import type { TestDatabase } from '../databases/test-database';

const times = {
  actions: [
    'claim_expires_at',
    'released_until',
    'defer_until',
    'due_at',
    'assignee_active_at',
    'last_activity_at',
    'updated_at',
  ],
  agent_requests: ['expires_at', 'remind_at'],
  orders: ['next_checkin_due_at'],
  tokens: ['expires_at'],
} as const;

const timerTimes = ['due_at', 'reached_at'] as const;

/**
 * Advances the time of a workspace by moving all stored times into the past, including those that
 * the database compares with its own clock.
 */
export async function moveIntoPast(
  { knex, dialect }: TestDatabase,
  workspaceId: string,
  seconds: number,
): Promise<void> {
  const earlier =
    dialect === 'postgres'
      ? (column: string) => knex.raw("?? - ? * interval '1 second'", [column, seconds])
      : (column: string) =>
          knex.raw("strftime('%Y-%m-%dT%H:%M:%fZ', ??, ?)", [column, `${-seconds} seconds`]);
  // A trigger drops the timer of a moment that was moved into the past.
  const timers = await knex('timers').where({ workspace_id: workspaceId });
  for (const [table, columns] of Object.entries(times)) {
    const moved = Object.fromEntries(columns.map((column) => [column, earlier(column)]));
    await knex(table).where({ workspace_id: workspaceId }).update(moved);
  }
  await knex('timers').where({ workspace_id: workspaceId }).delete();
  const moved = timers.map((timer) => ({
    ...timer,
    ...Object.fromEntries(timerTimes.map((column) => [column, shifted(timer[column], seconds)])),
  }));
  if (moved.length > 0) await knex('timers').insert(moved);
}

function shifted(at: Date | string | null, seconds: number): string | null {
  return at === null ? null : new Date(new Date(at).getTime() - seconds * SECOND).toISOString();
}
