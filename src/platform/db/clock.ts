import type { Knex } from 'knex';
import type { Reader } from './reader';
import type { Dialect } from './statements/columns';

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

/** The database's time, which all processes of an installation share. */
export async function readDatabaseTime(reader: Reader): Promise<string> {
  const row = await reader.first<{ now: string }>((db) =>
    db.select({ now: databaseTime(db, reader.dialect) }),
  );
  if (row === undefined) throw new Error('The database did not return its time.');
  return row.now;
}
