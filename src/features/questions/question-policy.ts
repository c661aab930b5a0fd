import type { Actor, AgentActor } from '../../platform/operation';
import { problem } from '../../platform/problems';

/** An action as far as it matters who asks about it. */
export interface AskedAction {
  readonly assigned_actor_id: string | null;
  readonly assignee_kind: 'user' | 'agent' | 'system' | null;
  readonly assignee_name: string | null;
  readonly created_by_actor_id: string;
  readonly requirements: readonly string[];
}

/** The agent that asks. Throws 403 for anyone else: people talk to agents by other means. */
export function askingAgent(actor: Actor): AgentActor {
  if (actor.kind === 'agent') return actor;
  throw problem('WRONG_ACTOR', 'Questions are asked by agents, with a bearer token.');
}

/**
 * Throws 403 unless the agent may ask about the action (product section 3): a sysadmin about any; a worker about what is assigned
 * to it, nobody's work that its capabilities cover, and what it created unless another agent has it.
 */
export function checkMayAskAboutAction(agent: AgentActor, action: AskedAction): void {
  if (agent.accessMode === 'sysadmin' || action.assigned_actor_id === agent.id) return;
  if (action.created_by_actor_id === agent.id && action.assignee_kind !== 'agent') return;
  const covered = action.requirements.every((needed) => agent.capabilities.includes(needed));
  if (action.assigned_actor_id === null && covered) return;
  const whose =
    action.assigned_actor_id === null
      ? 'It asks for capabilities that you lack.'
      : `It is assigned to ${action.assignee_name ?? 'somebody else'}.`;
  throw problem('FORBIDDEN', `You cannot ask about this action. ${whose}`);
}

/** Throws 403 unless the order is the agent's own, or the agent a sysadmin. */
export function checkMayAskAboutOrder(
  agent: AgentActor,
  order: { readonly agent_id: string | null },
): void {
  if (agent.accessMode === 'sysadmin' || order.agent_id === agent.agentId) return;
  throw problem('FORBIDDEN', 'You cannot ask about this order. It is kept by another agent.');
}

/** Throws 403 unless the actor is a person, or the agent that asked. */
export function checkMayRespond(
  actor: Actor,
  question: { readonly agent_id: string | null },
): void {
  if (actor.kind === 'user' || question.agent_id === actor.agentId) return;
  throw problem('FORBIDDEN', 'An agent settles its own questions only. People answer this one.');
}

/** Throws 403 unless the agent asked the question itself: nobody withdraws another's. */
export function checkMayWithdraw(
  actor: Actor,
  question: { readonly agent_id: string | null },
): void {
  if (actor.kind === 'agent' && question.agent_id === actor.agentId) return;
  throw problem('FORBIDDEN', 'An agent withdraws its own questions only.');
}
