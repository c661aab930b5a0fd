import { emit } from '../../shared/events';
import type { WriteContext } from '../../platform/operation';
import { lockActiveOrdersOf, pauseOrders } from './agent-orders-store';

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
