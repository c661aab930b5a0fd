import { problem, type Problem } from '../../platform/problems';
import { SECOND, addMilliseconds } from '../../platform/time';

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
