import { problem } from '../platform/problems';
import { SECOND, shift } from '../platform/time';

/**
 * When the next check-in of an order is due: so long after the last one, or after the order's start. Null without a cadence, and for an
 * order that is not active.
 */
export function nextCheckinDue(order: {
  readonly state: string;
  readonly checkin_every_seconds: number | null;
  readonly checkin_at: string | null;
  readonly created_at: string;
}): string | null {
  if (order.state !== 'active' || order.checkin_every_seconds === null) return null;
  return shift(order.checkin_at ?? order.created_at, order.checkin_every_seconds * SECOND);
}

/** Throws 409 `ORDER_NOT_ACTIVE` with `details.state`: only a standing order is reported on. */
export function checkActive(state: string): void {
  if (state !== 'active') {
    throw problem('ORDER_NOT_ACTIVE', `The order is ${state}.`, { details: { state } });
  }
}
