import type { components } from '../../../generated/types';
import type { OrderRow } from './orders-store';

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
