import type { Knex } from 'knex';
import type { Dialect } from '../dialect';

/**
 * The database's own time plus `seconds`, in the format of its columns. Use it where the clocks of
 * several processes would disagree. In a compiled statement `seconds` may be a parameter; it may be
 * a column too.
 */
export function databaseTime(
  db: Knex,
  dialect: Dialect,
  seconds: number | string | Knex.Ref<string, object> = 0,
): Knex.Raw {
  return dialect === 'postgres'
    ? db.raw("date_trunc('milliseconds', statement_timestamp() + ? * interval '1 second')", [
        seconds,
      ])
    : db.raw("strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ? || ' seconds')", [seconds]);
}
