import type { Actor, AgentActor } from '../platform/operation';
import { problem } from '../platform/problems';

/** The agent that checks in: the order's own or a sysadmin. Throws 403 for any other. */
export function checkMayCheckIn(
  actor: Actor,
  order: { readonly agent_id: string; readonly name: string },
): AgentActor {
  if (actor.kind === 'user') throw problem('WRONG_ACTOR', 'Only agents check in on orders.');
  if (actor.agentId === order.agent_id || actor.accessMode === 'sysadmin') return actor;
  throw problem('FORBIDDEN', `The order ${order.name} is another agent's.`);
}
