import type { TestDatabase } from '../dialects';

const times = {
  actions: [
    'claim_expires_at',
    'defer_until',
    'due_at',
    'assignee_active_at',
    'last_activity_at',
    'updated_at',
  ],
  agent_requests: ['expires_at'],
  orders: ['next_checkin_due_at'],
} as const;

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
  for (const [table, columns] of Object.entries(times)) {
    const moved = Object.fromEntries(columns.map((column) => [column, earlier(column)]));
    await knex(table).where({ workspace_id: workspaceId }).update(moved);
  }
}
