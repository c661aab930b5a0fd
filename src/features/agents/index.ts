/**
 * Agents: the software agents of a workspace and the tokens that people make for them. An agent is an actor; its name is
 * unique among the workspace's agents. Emits agent.created, agent.updated, agent.paused, agent.resumed, agent.revoked, token.created, token.rotated and token.revoked. People and sysadmin agents add agents;
 * tokens are for people only.
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
export { getAgentOf } from './agent-operations';
export { agentsOf, findAgentsByName, selectAgent, type AgentRow, type Clock } from './agent-store';
export { endToken, makeToken, type TokenSource } from './token-changes';
export { tokenState } from './token-rules';

/** The operations of this room. */
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
