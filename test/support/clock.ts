import type { Knex } from 'knex';
import type { Dialect } from '../../src/platform/db/transaction';

/** The instant at which the clocks of a test stand. */
export const frozen = '2026-11-23T12:00:00.000Z';

/** All that jest can fake but the date: timers and sockets go on as they are. */
export const allButTheDate = [
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
 * Stands in for the function of src/platform/db/clock.ts: a database's clock that stands at
 * `frozen`.
 */
export function databaseTime(db: Knex, dialect: Dialect, seconds: number | string = 0): Knex.Raw {
  return dialect === 'postgres'
    ? db.raw(`timestamptz '${frozen}' + ? * interval '1 second'`, [seconds])
    : db.raw(`strftime('%Y-%m-%dT%H:%M:%fZ', '${frozen}', ? || ' seconds')`, [seconds]);
}

/**
 * Stops the clock of this process at an instant (ISO 8601) until `jest.useRealTimers()`. Timers and
 * sockets go on.
 */
export function setClock(at: string): void {
  jest.useFakeTimers({ now: Date.parse(at), doNotFake: [...allButTheDate] });
}
