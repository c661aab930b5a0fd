import type { Transaction } from '../../platform/db/transaction';
import {
  afterPeriods,
  armTimers,
  type Occurrence,
  takeDueTimers,
  type Timer,
  type TimerHandler,
} from '../../shared/timers';
import { type OrderRow, ordersOf } from './order-store';

/**
 * Emits `order.checkin_overdue` for each period of an order that ended without a check-in. Periods
 * that ended since the last event, because no process was running, are one event with their number.
 */
export const reportMissedCheckins: TimerHandler = async (source, subjectIds) => {
  const { transaction, workspaceId, now } = source;
  const kind = 'order.checkin_overdue';
  const orders = await lockTimedOrders(transaction, { workspaceId, ids: subjectIds });
  const taken = await takeDueTimers(
    transaction,
    { workspaceId, kind, now },
    orders.map(({ id }) => id),
  );
  const occurrences: Occurrence[] = [];
  const next: Timer[] = [];
  for (const order of orders) {
    const { id, name, assigned_actor_id: agent } = order;
    const { checkin_every_seconds: every, next_checkin_due_at: due } = order;
    const at = taken.get(id);
    if (at === undefined || every === null || due === null || due > now) continue;
    const ended = afterPeriods(at, now, every);
    next.push({ workspace_id: workspaceId, kind, subject_id: id, due_at: ended.next });
    const event = {
      kind,
      subject: { type: 'order', id, title: name },
      summary: summaryOf(order, ended.count),
      about: { orderId: id },
      related: { order_agent: [agent] },
      periodCount: ended.count,
    } as const;
    occurrences.push({ at, event });
  }
  await armTimers(transaction, next);
  return { occurrences };
};

function summaryOf({ next_checkin_due_at: due }: TimedOrder, missed: number): string {
  const since = `The check-in that was due at ${due} is missing`;
  return missed === 1 ? `${since}.` : `${since}; ${missed} periods have ended without one.`;
}

/** The columns of an order that its timer needs. */
type TimedOrder = Pick<
  OrderRow,
  'id' | 'name' | 'assigned_actor_id' | 'checkin_every_seconds' | 'next_checkin_due_at'
>;

/** Locks orders until the transaction ends. Skips those that other transactions have locked. */
function lockTimedOrders(
  transaction: Transaction,
  { workspaceId, ids }: { readonly workspaceId: string; readonly ids: readonly string[] },
): Promise<TimedOrder[]> {
  return transaction.rows<TimedOrder>((db) => {
    const rows = ordersOf(db, workspaceId)
      .whereIn('id', [...ids])
      .orderBy('id')
      .select('id', 'name', 'assigned_actor_id', 'checkin_every_seconds', 'next_checkin_due_at')
      .forNoKeyUpdate();
    return transaction.dialect === 'sqlite' ? rows : rows.skipLocked();
  });
}
