import { agentsOf, selectAgent, type AgentRow } from '../../agents';
import { compiledCappedQuery, type Capped } from '../capped-store';
import { viewQuery, type ViewQuery, type ViewSource } from '../metrics-store';

const lastSeen = compiledCappedQuery<AgentRow, ViewQuery>((asked) => ({
  matching: (db) => agentsOf(db, asked.workspaceId).whereNot('agents.state', 'revoked'),
  select: (query, db) => selectAgent(query, db, asked),
  order: 'agents.last_seen_at is null, agents.last_seen_at desc, actors.name, agents.id',
}));

/** The agents that are not revoked, last seen first. */
export async function readAgents(source: ViewSource, limit: number): Promise<Capped<AgentRow>> {
  return lastSeen(source.reader, viewQuery(source), limit);
}
