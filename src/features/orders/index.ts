/**
 * Orders: standing assignments to agents, with the check-ins by which an agent shows that it keeps them. People and sysadmin agents
 * give and change orders; the order's agent checks in. Emits order.created, order.updated, order.assigned, order.state_changed and
 * checkin.created.
 */
import type { OrdersHandlers } from '../../../generated/handlers';
import { createCheckin, getCheckin, listCheckins } from './checkin-operations';
import { createOrder, getOrder, listOrders } from './order-operations';
import { updateOrder } from './order-update-operations';

export { pauseOrdersOf } from './agent-orders';
export { checkinOverdue } from './order-store';

export { toOrder } from './order-mapping';
export { findOrder } from './order-store';

/** The operations of this room. */
export const ordersHandlers: OrdersHandlers = {
  listOrders,
  createOrder,
  getOrder,
  updateOrder,
  listCheckins,
  createCheckin,
  getCheckin,
};
