import type { ReadHandler } from '../../platform/operation';
import { getAgentById } from './agent-operations';
import { clientsFor } from './connection-rules';

/** Returns what to paste into each client of the agent-tool protocol to work as the agent. */
export const getAgentConnection: ReadHandler<'getAgentConnection'> = async ({ path }, ctx) => {
  const { id, mcp_url: mcpUrl } = await getAgentById(ctx, path.id);
  const clients = mcpUrl === null ? [] : clientsFor(mcpUrl);
  return { status: 200, body: { agent_id: id, mcp_url: mcpUrl, clients } };
};
