/**
 * Orders: standing assignments to agents, with the check-ins by which an agent shows that it keeps them. People and sysadmin agents
 * give orders; the order's agent checks in. Emits order.created and checkin.created.
 */
import type { OrdersHandlers } from '../../generated/handlers';
import { createCheckin, getCheckin, listCheckins } from './checkin-operations';
import { createOrder, getOrder, listOrders } from './order-operations';

export { pauseOrdersOf } from './agent-orders';

/** The operations of this room. */
export const ordersHandlers: OrdersHandlers = {
  listOrders,
  createOrder,
  getOrder,
  listCheckins,
  createCheckin,
  getCheckin,
};
