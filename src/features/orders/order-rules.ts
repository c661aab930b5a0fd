import { problem } from '../../platform/problems';
import { SECOND, shift } from '../../platform/time';

/**
 * When the next check-in of an order is due that is counted from `from`: its last check-in, or when it became active, got its cadence or
 * its agent. Null without a cadence, and for an order that is not active.
 */
export function nextCheckinDue(
  order: { readonly state: string; readonly checkin_every_seconds: number | null },
  from: string,
): string | null {
  if (order.state !== 'active' || order.checkin_every_seconds === null) return null;
  return shift(from, order.checkin_every_seconds * SECOND);
}

/** Throws 409 `ORDER_NOT_ACTIVE` with `details.state`: only a standing order is reported on. */
export function checkActive(state: string): void {
  if (state !== 'active') {
    throw problem('ORDER_NOT_ACTIVE', `The order is ${state}.`, { details: { state } });
  }
}

/** Throws 409 `ORDER_DROPPED`: a dropped order changes no more (product section 4). */
export function checkNotDropped({
  state,
  name,
}: {
  readonly state: string;
  readonly name: string;
}) {
  if (state === 'dropped') throw problem('ORDER_DROPPED', `The order ${name} has been dropped.`);
}
