import { bool } from '../../platform/db/statements/columns';
import type { Actor, AgentActor } from '../../platform/operation';
import { problem, type Problem } from '../../platform/problems';
import { addMilliseconds, SECOND } from '../../platform/time';

/**
 * When the next check-in of an order is due, counted from `from`: the time of its last check-in, or
 * of the last change of its state, cadence or agent. Null without a cadence, and for an order that
 * is not active.
 */
export function nextCheckinDue(
  order: { readonly state: string; readonly checkin_every_seconds: number | null },
  from: string,
): string | null {
  if (order.state !== 'active' || order.checkin_every_seconds === null) return null;
  return addMilliseconds(from, order.checkin_every_seconds * SECOND);
}

/**
 * The refusal of a check-in on an order that is not active: 409 `ORDER_NOT_ACTIVE` with
 * `details.state`.
 */
export function orderNotActive(state: string): Problem {
  return problem('ORDER_NOT_ACTIVE', `The order is ${state}.`, { details: { state } });
}

/** Throws 409 `ORDER_DROPPED` for a dropped order: it is final. */
export function checkNotDropped({
  state,
  name,
}: {
  readonly state: string;
  readonly name: string;
}) {
  if (state === 'dropped') throw problem('ORDER_DROPPED', `The order ${name} has been dropped.`);
}

const workerFields = ['name', 'summary', 'position'];

// A change of these fields could free the order's document of the approval that the order demands.
const guardedFields = ['agent_id', 'document_id'];

/**
 * Throws 403 unless the actor may change those fields of the order: people any field, sysadmin
 * agents any but `requires_proposals`, a worker the name, summary and position of its own orders.
 * Only people drop an order that requires approval, or give it another agent or document.
 */
export function checkMayChange(
  actor: Actor,
  order: { readonly agent_id: string; readonly name: string; readonly requires_proposals: unknown },
  changes: Readonly<Record<string, unknown>>,
): void {
  const fields = Object.keys(changes);
  if (actor.kind === 'user') return;
  if (actor.accessMode !== 'sysadmin') {
    if (order.agent_id !== actor.agentId) throw notAssigned(order);
    const forbidden = fields.find((name) => !workerFields.includes(name));
    if (forbidden === undefined) return;
    throw problem(
      'FORBIDDEN',
      `You can change only ${workerFields.join(', ')} of your orders, not ${forbidden}.`,
    );
  }
  if (fields.includes('requires_proposals')) {
    throw problem('FORBIDDEN', 'Only people decide whether an order requires proposals.');
  }
  if (!bool(order.requires_proposals)) return;
  const guarded = fields.find((name) => guardedFields.includes(name));
  if (guarded !== undefined || changes['state'] === 'dropped') {
    const change = guarded === undefined ? 'drop it' : `change its ${guarded}`;
    throw problem('FORBIDDEN', `This order requires approval, so only people can ${change}.`);
  }
}

/** Returns the actor as an agent. Throws 403 unless it is the order's agent or a sysadmin. */
export function checkMayCheckIn(
  actor: Actor,
  order: { readonly agent_id: string; readonly name: string },
): AgentActor {
  if (actor.kind === 'user') throw problem('WRONG_ACTOR', 'Only agents check in on orders.');
  if (actor.agentId === order.agent_id || actor.accessMode === 'sysadmin') return actor;
  throw notAssigned(order);
}

function notAssigned({ name }: { readonly name: string }): Problem {
  return problem('FORBIDDEN', `The order ${name} is assigned to another agent.`);
}
