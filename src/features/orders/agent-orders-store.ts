import type { Transaction } from '../../platform/db/transaction';

/** Locks the active orders of an agent until the transaction ends; at most `limit`, by id. */
export function lockActiveOrdersOf(
  transaction: Transaction,
  workspaceId: string,
  agentId: string,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  return transaction.rows((db) =>
    db('orders')
      .where({ workspace_id: workspaceId, agent_id: agentId, state: 'active' })
      .orderBy('id')
      .limit(limit)
      .select('id', 'name')
      .forNoKeyUpdate(),
  );
}

/** Pauses locked orders. */
export async function pauseOrders(
  transaction: Transaction,
  change: {
    readonly workspaceId: string;
    readonly ids: readonly string[];
    readonly now: string;
    readonly actorId: string;
  },
): Promise<void> {
  await transaction.write((db) =>
    db('orders')
      .where({ workspace_id: change.workspaceId })
      .whereIn('id', [...change.ids])
      .update({
        state: 'paused',
        next_checkin_due_at: null,
        updated_at: change.now,
        updated_by_actor_id: change.actorId,
        version: db.raw('version + 1'),
      }),
  );
}
