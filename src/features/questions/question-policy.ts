import type { Actor, AgentActor } from '../../platform/operation';
import { problem } from '../../platform/problems';

/** The fields of an action that decide who may ask about it. */
export interface SubjectAction {
  readonly assigned_actor_id: string | null;
  readonly assignee_kind: 'user' | 'agent' | 'system' | null;
  readonly assignee_name: string | null;
  readonly created_by_actor_id: string;
  readonly requirements: readonly string[];
}

/** Returns the actor as an agent. Throws 403 `WRONG_ACTOR` for a person. */
export function checkIsAgent(actor: Actor): AgentActor {
  if (actor.kind === 'agent') return actor;
  throw problem('WRONG_ACTOR', 'Only agents can create questions, with a bearer token.');
}

/**
 * Throws 403 unless the agent may ask about the action: a sysadmin about any; a worker about
 * actions assigned to it, unassigned actions that its capabilities cover, and actions that it
 * created unless they are assigned to another agent.
 */
export function checkMayAskAboutAction(agent: AgentActor, action: SubjectAction): void {
  if (agent.accessMode === 'sysadmin' || action.assigned_actor_id === agent.id) return;
  if (action.created_by_actor_id === agent.id && action.assignee_kind !== 'agent') return;
  const covered = action.requirements.every((needed) => agent.capabilities.includes(needed));
  if (action.assigned_actor_id === null && covered) return;
  const reason =
    action.assigned_actor_id === null
      ? 'It requires capabilities that you lack.'
      : `It is assigned to ${action.assignee_name ?? 'somebody else'}.`;
  throw problem('FORBIDDEN', `You cannot ask about this action. ${reason}`);
}

/** Throws 403 unless the order is assigned to the agent, or the agent is a sysadmin. */
export function checkMayAskAboutOrder(
  agent: AgentActor,
  order: { readonly agent_id: string | null },
): void {
  if (agent.accessMode === 'sysadmin' || order.agent_id === agent.agentId) return;
  throw problem('FORBIDDEN', 'You cannot ask about this order. It is assigned to another agent.');
}

/** Throws 403 unless the actor is a person or the agent that asked. */
export function checkMayRespond(
  actor: Actor,
  question: { readonly agent_id: string | null },
): void {
  if (actor.kind === 'user' || question.agent_id === actor.agentId) return;
  throw problem(
    'FORBIDDEN',
    'An agent can answer only its own questions. People can answer this one.',
  );
}

/** Throws 403 unless the actor is the agent that asked. */
export function checkMayWithdraw(
  actor: Actor,
  question: { readonly agent_id: string | null },
): void {
  if (actor.kind === 'agent' && question.agent_id === actor.agentId) return;
  throw problem('FORBIDDEN', 'An agent can withdraw only its own questions.');
}
