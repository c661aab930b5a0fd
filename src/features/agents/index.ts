/**
 * Agents: the software agents of a workspace and the tokens that people create for them. An agent
 * is an actor; its name is unique among the agents of the workspace. Emits agent.created,
 * agent.updated, agent.paused, agent.resumed, agent.revoked, token.created, token.rotated and
 * token.revoked. People and sysadmin agents create agents; only people manage tokens.
 */
import type { AgentsHandlers } from '../../../generated/handlers';
import { createAgent, getAgent, listAgents } from './agent-operations';
import { pauseAgent, resumeAgent, revokeAgent } from './agent-state-operations';
import { updateAgent } from './agent-update-operations';
import {
  createToken,
  listTokens,
  listWorkspaceTokens,
  revokeToken,
  rotateToken,
} from './token-operations';

export { toAgent } from './agent-mapping';
export { getAgentById } from './agent-operations';
export { agentsOf, findAgentsByName, selectAgent, type AgentRow, type Clock } from './agent-store';
export { revokeAgentToken, createTokenForAgent, type TokenChangeContext } from './token-changes';
export { tokenState } from './token-rules';
export { announceExpiry } from './token-timers';

/** The operations of this feature. */
export const agentsHandlers: AgentsHandlers = {
  listAgents,
  createAgent,
  getAgent,
  updateAgent,
  pauseAgent,
  resumeAgent,
  revokeAgent,
  listTokens,
  listWorkspaceTokens,
  createToken,
  rotateToken,
  revokeToken,
};
