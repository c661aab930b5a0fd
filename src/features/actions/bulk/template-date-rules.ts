import { limits } from '../../../../generated/limits';
import { DAY, addMilliseconds } from '../../../platform/time';

/** The times of a record that a copy moves. */
export interface Dates {
  readonly due_at: string | null;
  readonly defer_until?: string | null;
}

/**
 * The days by which a copy moves its dates. The first due date comes to `startOn`, a day in UTC; by
 * default to today if it is earlier.
 */
export function daysToMove(
  dueDates: readonly (string | null)[],
  now: string,
  startOn: string | undefined,
): number {
  const [first] = dueDates.filter((date) => date !== null).toSorted();
  if (first === undefined) return 0;
  const days = (dayOf(startOn ?? now) - dayOf(first)) / DAY;
  return startOn === undefined ? Math.max(0, days) : days;
}

/** The record with its times moved by that many days. */
export function moveDates<Row extends Dates>(row: Row, days: number): Row {
  if (days === 0) return row;
  const move = (at: string | null): string | null => {
    const moved = at && addMilliseconds(at, days * DAY);
    return moved !== null && new Date(moved).getUTCFullYear() > limits.last_year ? at : moved;
  };
  const { due_at: due, defer_until: defer } = row;
  return { ...row, due_at: move(due), ...(defer ? { defer_until: move(defer) } : {}) };
}

// The start of a day in UTC.
function dayOf(at: string): number {
  return Date.parse(at.slice(0, 10));
}
