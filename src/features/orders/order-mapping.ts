import type { components } from '../../../generated/types';
import { bool } from '../../platform/db/statements/columns';
import { authorsOf } from '../../shared/text-store';
import { toUsage } from '../../shared/usage-store';
import type { NamedCheckin } from './checkin-store';
import type { OrderRow } from './order-store';

/** An order in the contract's shape. */
export function toOrder(row: OrderRow, now: string): components['schemas']['Order'] {
  const due = row.state === 'active' ? row.next_checkin_due_at : null;
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    assigned_actor_id: row.assigned_actor_id,
    created_by_actor_id: row.created_by_actor_id,
    updated_by_actor_id: row.updated_by_actor_id,
    agent_id: row.agent_id,
    document_id: row.document_id,
    domain_id: row.domain_id,
    name: row.name,
    summary: row.summary,
    state: row.state,
    requires_proposals: bool(row.requires_proposals),
    position: row.position === null ? null : Number(row.position),
    checkin_every_seconds: row.checkin_every_seconds,
    next_checkin_due_at: due,
    checkin_overdue: due !== null && due < now,
    created_at: row.created_at,
    updated_at: row.updated_at,
    latest_checkin: latestOf(row),
    last_seen_at: row.last_seen_at,
    open_action_count: Number(row.open_action_count),
    open_question_count: Number(row.open_question_count),
    version: row.version,
    created_by_actor_kind: row.created_by_kind,
    created_by_actor_name: row.created_by_name,
    ...authorsOf(row, ['name', 'summary']),
  };
}

/** A check-in in the contract's shape. */
export function toCheckin(row: NamedCheckin): components['schemas']['Checkin'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    order_id: row.order_id,
    created_by_actor_id: row.created_by_actor_id,
    agent_id: row.agent_id,
    kind: row.kind,
    summary: row.summary,
    created_at: row.created_at,
    created_by_actor_kind: row.created_by_kind,
    created_by_actor_name: row.created_by_name,
    ...toUsage(row),
  };
}

function latestOf(row: OrderRow): components['schemas']['Checkin'] | null {
  const { checkin_id: id, checkin_kind: kind, checkin_at: at, checkin_actor_id: by } = row;
  if (id === null || kind === null || at === null || by === null) return null;
  return {
    id,
    workspace_id: row.workspace_id,
    order_id: row.id,
    created_by_actor_id: by,
    agent_id: row.checkin_agent_id ?? row.agent_id,
    kind,
    summary: row.checkin_summary ?? '',
    created_at: at,
    created_by_actor_kind: row.checkin_actor_kind,
    created_by_actor_name: row.checkin_actor_name,
    ...toUsage({ usage: row.checkin_usage }),
  };
}
