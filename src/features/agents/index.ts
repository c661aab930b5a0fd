/**
 * Agents: the software agents of a workspace and the tokens that people create for them. An agent
 * is an actor; its name is unique among the agents of the workspace. Emits agent.created,
 * agent.updated, agent.paused, agent.resumed, agent.revoked, token.created, token.rotated and
 * token.revoked. People and sysadmin agents create agents; only people manage tokens
 * and set the URL of an agent's webhook.
 */
import type { AgentsHandlers } from '../../../generated/handlers';
import type { Outgoing } from '../../platform/outgoing';
import {
  createAgentWith,
  getAgent,
  getAgentConnection,
  getAgentUsage,
  listAgents,
  updateAgentWith,
  pauseAgent,
  resumeAgent,
  revokeAgent,
} from './agent-operations';
import {
  createToken,
  listTokens,
  listWorkspaceTokens,
  revokeToken,
  rotateToken,
} from './token-operations';

export { clientsFor } from './connection-rules';
export { addAgent, getAgentById, toAgent } from './agent-operations';
export {
  agentsOf,
  findAgentsByName,
  findChoosableAgents,
  selectAgent,
  type AgentRow,
  type ChoosableAgent,
  type Clock,
} from './agent-store';
export {
  announceExpiry,
  createTokenForAgent,
  revokeAgentToken,
  type TokenChangeContext,
  tokenState,
} from './token-operations';

/** The operations of this feature. `checkUrl` judges the URLs of agents' webhooks. */
export function agentsHandlers({ checkUrl }: Pick<Outgoing, 'checkUrl'>): AgentsHandlers {
  return {
    listAgents,
    createAgent: createAgentWith(checkUrl),
    getAgent,
    getAgentConnection,
    getAgentUsage,
    updateAgent: updateAgentWith(checkUrl),
    pauseAgent,
    resumeAgent,
    revokeAgent,
    listTokens,
    listWorkspaceTokens,
    createToken,
    rotateToken,
    revokeToken,
  };
}
