/**
 * Orders: standing assignments to agents, and the check-ins by which an agent reports on them.
 * People and sysadmin agents create and change orders; the order's agent checks in. Emits order.*
 * and checkin.created.
 */
import type { OrdersHandlers } from '../../../generated/handlers';
import {
  createOrder,
  getOrder,
  listOrders,
  updateOrder,
  createCheckin,
  getCheckin,
  listCheckins,
} from './order-operations';

export { pauseOrdersOf } from './order-store';
export { toOrder } from './order-mapping';
export { reportMissedCheckins } from './order-store';
export { checkinOverdue, findOrder, getOrderRow } from './order-store';

/** The operations on orders and check-ins. */
export const ordersHandlers: OrdersHandlers = {
  listOrders,
  createOrder,
  getOrder,
  updateOrder,
  listCheckins,
  createCheckin,
  getCheckin,
};
