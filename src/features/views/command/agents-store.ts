import { agentsOf, selectAgent, type AgentRow } from '../../agents';
import { compiledCappedList, type CappedList } from '../capped-store';
import { viewParams, type ViewContext, type ViewParams } from '../view-params';

const agents = compiledCappedList<AgentRow, ViewParams>((params) => ({
  matching: (db) => agentsOf(db, params.workspaceId).whereNot('agents.state', 'revoked'),
  select: (query, db) => selectAgent(query, db, params),
  order: 'agents.last_seen_at is null, agents.last_seen_at desc, actors.name, agents.id',
}));

/** Agents that are not revoked, the most recently seen first. */
export async function readAgents(ctx: ViewContext, limit: number): Promise<CappedList<AgentRow>> {
  return agents(ctx.reader, viewParams(ctx), limit);
}
