import type { Transaction } from '../../platform/db/transaction';
import type { WriteContext } from '../../platform/operation';
import { emit } from '../../shared/events';

// Both databases accept a statement with this many ids.
const BATCH = 500;

/**
 * Pauses every active order of an agent and emits an event for each. The caller has locked the
 * agent, so it gets no new order.
 */
export async function pauseOrdersOf(
  ctx: WriteContext,
  agent: { readonly id: string; readonly actor_id: string; readonly name: string },
): Promise<void> {
  const { transaction, workspaceId, actor, now } = ctx;
  for (;;) {
    const orders = await lockActiveOrdersOf(transaction, workspaceId, agent.id, BATCH);
    if (orders.length === 0) return;
    const ids = orders.map(({ id }) => id);
    await pauseOrders(transaction, { workspaceId, ids, now, actorId: actor.id });
    emit(
      ctx,
      ...orders.map(({ id, name }) => ({
        kind: 'order.state_changed' as const,
        subject: { type: 'order' as const, id, title: name },
        summary: `Paused: ${agent.name} was revoked.`,
        about: { orderId: id },
        related: { order_agent: [agent.actor_id] },
      })),
    );
    if (orders.length < BATCH) return;
  }
}

/** Locks the active orders of an agent until the transaction ends; at most `limit`, by id. */
function lockActiveOrdersOf(
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
async function pauseOrders(
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
