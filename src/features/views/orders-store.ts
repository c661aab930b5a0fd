import type { components } from '../../../generated/types';
import { bytesOfTexts } from '../../platform/db/statements/columns';
import { type CappedList, compiledCappedList } from './capped-store';
import type { ViewContext } from './view-params';

/** An order as views show it. */
export interface OrderRow {
  readonly id: string;
  readonly assigned_actor_id: string;
  readonly agent_id: string;
  readonly agent_name: string;
  readonly name: string;
  readonly summary: string | null;
  readonly domain_id: string | null;
  readonly next_checkin_due_at: string | null;
}

interface ActiveOrdersParams {
  readonly workspaceId: string;
  readonly agentId: string | undefined;
}

const activeOrders = compiledCappedList<OrderRow, ActiveOrdersParams>((params) => ({
  matching: (db) => {
    const query = db('orders').where({
      'orders.workspace_id': params.workspaceId,
      'orders.state': 'active',
    });
    return params.agentId === undefined ? query : query.where('orders.agent_id', params.agentId);
  },
  select: (query) =>
    query
      .join('actors as assignee', (on) => {
        on.on('assignee.workspace_id', 'orders.workspace_id').on(
          'assignee.id',
          'orders.assigned_actor_id',
        );
      })
      .select('orders.id', 'orders.assigned_actor_id', 'orders.agent_id', 'orders.name')
      .select('orders.summary', 'orders.domain_id', 'assignee.name as agent_name')
      .select('orders.next_checkin_due_at'),
  first: 'orders',
  bytes: bytesOfTexts('orders.summary'),
  order: 'orders.position is null, orders.position, orders.created_at, orders.id',
}));

/** Active orders of one agent, or of all agents if `agentId` is undefined; by position. */
export async function readOrders(
  { reader, workspaceId }: ViewContext,
  agentId: string | undefined,
  limit: number,
): Promise<CappedList<OrderRow>> {
  return activeOrders(reader, { workspaceId, agentId }, limit);
}

/** An active order as an OrderSummary of the contract. */
export function toOrderSummary(row: OrderRow, now: string): components['schemas']['OrderSummary'] {
  const due = row.next_checkin_due_at;
  return {
    id: row.id,
    assigned_actor_id: row.assigned_actor_id,
    agent_id: row.agent_id,
    agent_name: row.agent_name,
    name: row.name,
    summary: row.summary,
    domain_id: row.domain_id,
    next_checkin_due_at: due,
    checkin_overdue: due !== null && due < now,
  };
}
