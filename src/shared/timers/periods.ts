import { SECOND, addMilliseconds } from '../../platform/time';

/** The periods of a repeated moment that have ended, and the moment of the next one. */
export interface EndedPeriods {
  /** At least 1. */
  readonly count: number;
  readonly next: string;
}

/** The periods since the moment `at`, which has passed. */
export function afterPeriods(at: string, now: string, seconds: number): EndedPeriods {
  const length = seconds * SECOND;
  const count = Math.floor((Date.parse(now) - Date.parse(at)) / length) + 1;
  return { count, next: addMilliseconds(at, count * length) };
}
