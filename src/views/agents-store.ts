import { agentsOf, selectAgent, type AgentRow } from '../agents';
import { readCapped, type Capped } from './capped-store';
import type { ViewSource } from './metrics-store';

/** The agents that are not revoked, last seen first. */
export async function readAgents(source: ViewSource, limit: number): Promise<Capped<AgentRow>> {
  return readCapped(
    source.hand,
    {
      matching: (db) => agentsOf(db, source.workspaceId).whereNot('agents.state', 'revoked'),
      select: (query, db) => selectAgent(query, db, source),
      order: 'agents.last_seen_at is null, agents.last_seen_at desc, actors.name, agents.id',
    },
    limit,
  );
}
