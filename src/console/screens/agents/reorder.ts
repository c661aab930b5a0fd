import type { Order } from '../orders/order';

/** The new positions that put an order one place earlier or later; of those that change only. */
export function reorder(orders: readonly Order[], from: number, step: 1 | -1) {
  const next = [...orders];
  next.splice(from + step, 0, ...next.splice(from, 1));
  return next
    .map((order, index) => ({ order, position: index + 1 }))
    .filter(({ order, position }) => order.position !== position);
}
