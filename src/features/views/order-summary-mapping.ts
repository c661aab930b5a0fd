import type { components } from '../../../generated/types';
import type { OrderRow } from './orders-store';

/** An order row as an OrderSummary of the contract. */
export function toOrderSummary(row: OrderRow): components['schemas']['OrderSummary'] {
  return {
    id: row.id,
    assigned_actor_id: row.assigned_actor_id,
    agent_id: row.agent_id,
    agent_name: row.agent_name,
    name: row.name,
    summary: row.summary,
    domain_id: row.domain_id,
  };
}
