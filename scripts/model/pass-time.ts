import type { Knex } from 'knex';
import { transact } from '../../src/platform/db/transaction';
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

type TimerRow = Readonly<Record<(typeof timerTimes)[number], Date | string | null>>;

/**
 * Advances the time of a workspace by moving all stored times into the past, including those that
 * the database compares with its own clock.
 */
export async function moveIntoPast(
  database: TestDatabase,
  workspaceId: string,
  seconds: number,
): Promise<void> {
  const earlier = (db: Knex, column: string) =>
    database.dialect === 'postgres'
      ? db.raw("?? - ? * interval '1 second'", [column, seconds])
      : db.raw("strftime('%Y-%m-%dT%H:%M:%fZ', ??, ?)", [column, `${-seconds} seconds`]);
  const own = { workspace_id: workspaceId };
  // Takes its turn among other writers.
  await transact(database, async (transaction) => {
    // A trigger drops the timer of a moment that was moved into the past.
    const timers = await transaction.rows<TimerRow>((db) => db('timers').where(own));
    for (const [table, columns] of Object.entries(times)) {
      await transaction.write((db) =>
        db(table)
          .where(own)
          .update(Object.fromEntries(columns.map((column) => [column, earlier(db, column)]))),
      );
    }
    await transaction.write((db) => db('timers').where(own).delete());
    const moved = timers.map((timer) => ({
      ...timer,
      ...Object.fromEntries(timerTimes.map((column) => [column, shifted(timer[column], seconds)])),
    }));
    if (moved.length > 0) await transaction.write((db) => db('timers').insert(moved));
  });
}

function shifted(at: Date | string | null, seconds: number): string | null {
  return at === null ? null : new Date(new Date(at).getTime() - seconds * SECOND).toISOString();
}
