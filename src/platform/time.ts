/** Milliseconds of a second, an hour and a day. */
export const SECOND = 1000;
export const HOUR = 3_600 * SECOND;
export const DAY = 24 * HOUR;

/**
 * A date-time of a request in the form that the service keeps: UTC, milliseconds, `Z`. Null and undefined pass
 * through, so that a merge can tell "clear it" from "leave it". The contract's pattern keeps the value in range.
 */
export function toTimestamp<T extends string | null | undefined>(
  value: T,
): T extends string ? string : T;
export function toTimestamp(value: string | null | undefined): string | null | undefined {
  return typeof value === 'string' ? new Date(value).toISOString() : value;
}

/** The timestamp `milliseconds` after `timestamp`; negative goes back. */
export function shift(timestamp: string, milliseconds: number): string {
  return new Date(Date.parse(timestamp) + milliseconds).toISOString();
}
