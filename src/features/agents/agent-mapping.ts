import type { components } from '../../../generated/types';
import { bool } from '../../platform/db/statements/columns';
import { SECOND, addMilliseconds } from '../../platform/time';
import { capabilitiesOf, type AgentRow, type Clock } from './agent-store';

/** An agent row as an Agent of the contract. Its presence is derived from its recent activity. */
export function toAgent(row: AgentRow, clock: Clock): components['schemas']['Agent'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    actor_id: row.actor_id,
    name: row.name,
    icon: row.icon,
    capabilities: capabilitiesOf(row),
    webhook_url: row.webhook_url,
    requires_proposals: bool(row.requires_proposals),
    can_review: bool(row.can_review),
    access_mode: row.access_mode,
    state: row.state,
    presence: presenceOf(row, clock),
    last_seen_at: row.last_seen_at,
    mcp_url: clock.settings.mcpUrl,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
  };
}

function presenceOf(row: AgentRow, { now, settings }: Clock): 'working' | 'idle' | 'offline' {
  if (row.state === 'revoked') return 'offline';
  if (bool(row.is_working)) return 'working';
  const since = addMilliseconds(now, -settings.workingSeconds * SECOND);
  return row.last_seen_at !== null && row.last_seen_at > since ? 'idle' : 'offline';
}
