import type { Knex } from 'knex';
import type { Dialect } from '../../src/platform/db/statements/columns';

/** The instant at which the clocks of a test are stopped. */
export const frozen = '2026-11-23T12:00:00.000Z';

/** Everything that Jest can fake except the date, so timers and sockets keep working. */
export const allExceptDate = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/**
 * Replaces the function of src/platform/db/clock-and-epoch.ts by a database clock that is stopped at
 * `frozen`.
 */
export function databaseTime(db: Knex, dialect: Dialect, seconds: number | string = 0): Knex.Raw {
  return dialect === 'postgres'
    ? db.raw(`timestamptz '${frozen}' + ? * interval '1 second'`, [seconds])
    : db.raw(`strftime('%Y-%m-%dT%H:%M:%fZ', '${frozen}', ? || ' seconds')`, [seconds]);
}

/**
 * Stops the clock of this process at an instant (ISO 8601) until `jest.useRealTimers()`. Timers and
 * sockets keep working.
 */
export function setClock(at: string): void {
  jest.useFakeTimers({ now: Date.parse(at), doNotFake: [...allExceptDate] });
}
