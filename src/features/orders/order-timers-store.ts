import type { Transaction } from '../../platform/db/transaction';
import { ordersOf, type OrderRow } from './order-store';

/** The columns of an order that its timer needs. */
export type TimedOrder = Pick<
  OrderRow,
  'id' | 'name' | 'assigned_actor_id' | 'checkin_every_seconds' | 'next_checkin_due_at'
>;

/** Locks orders until the transaction ends. Skips those that other transactions have locked. */
export function lockTimedOrders(
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
