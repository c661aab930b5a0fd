import type { Actor, AgentActor } from '../../platform/operation';
import { problem, type Problem } from '../../platform/problems';

const workersChange = ['name', 'summary', 'position'];

/**
 * Throws 403 unless the actor may change those fields of the order (product section 3): people any, sysadmin agents all but whether leave
 * must be asked, a worker what describes an order of its own. What it has to do, and whether, is for those who gave it.
 */
export function checkMayChange(
  actor: Actor,
  order: { readonly agent_id: string; readonly name: string },
  fields: readonly string[],
): void {
  if (actor.kind === 'user') return;
  if (actor.accessMode !== 'sysadmin') {
    if (order.agent_id !== actor.agentId) throw notYours(order);
    const beyond = fields.find((name) => !workersChange.includes(name));
    if (beyond === undefined) return;
    throw problem(
      'FORBIDDEN',
      `You change ${workersChange.join(', ')} of your orders, not ${beyond}.`,
    );
  }
  if (fields.includes('requires_proposals')) {
    throw problem('FORBIDDEN', 'Only people decide whether an order requires proposals.');
  }
}

/** The agent that checks in: the order's own or a sysadmin. Throws 403 for any other. */
export function checkMayCheckIn(
  actor: Actor,
  order: { readonly agent_id: string; readonly name: string },
): AgentActor {
  if (actor.kind === 'user') throw problem('WRONG_ACTOR', 'Only agents check in on orders.');
  if (actor.agentId === order.agent_id || actor.accessMode === 'sysadmin') return actor;
  throw notYours(order);
}

function notYours({ name }: { readonly name: string }): Problem {
  return problem('FORBIDDEN', `The order ${name} is another agent's.`);
}
