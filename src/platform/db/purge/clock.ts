import type { Knex } from 'knex';
import type { Dialect } from '../transaction';

/**
 * The database's own time, `seconds` from now, as its columns keep it: for races that no process's clock may decide. In a kept statement the
 * seconds are what it is given.
 */
export function databaseTime(db: Knex, dialect: Dialect, seconds: number | string = 0): Knex.Raw {
  return dialect === 'postgres'
    ? db.raw("date_trunc('milliseconds', statement_timestamp() + ? * interval '1 second')", [
        seconds,
      ])
    : db.raw("strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ? || ' seconds')", [seconds]);
}
