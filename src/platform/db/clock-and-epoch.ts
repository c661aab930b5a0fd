import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { Reader } from './reader';
import type { Dialect } from './statements/columns';
import type { Transaction } from './transaction';
import { compiledStatement } from './statements/compiled';

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
  // Without a time zone, only the clock depends on the session, and no function of the column. A
  // database that is divided by workspace requires it.
  return dialect === 'postgres'
    ? db.raw(
        "(date_trunc('milliseconds', statement_timestamp() at time zone 'UTC') + ? * interval '1 second') at time zone 'UTC'",
        [seconds],
      )
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

/**
 * A column `epoch` for a query: the epoch of the database, an opaque word of letters, digits and
 * dots. A restore and a failover of Postgres change it (decision 56).
 */
export function epochColumn(db: Knex): Knex.QueryBuilder {
  return db('current_epoch').select('current_epoch.epoch').as('epoch');
}

/** Reads the epoch of the database. */
export async function readEpoch(reader: Reader): Promise<string> {
  const row = await reader.first<{ epoch: string }>((db) => db('current_epoch').select('epoch'));
  if (row === undefined) throw new Error('The database has no epoch.');
  return row.epoch;
}

/** Identifies a database to anybody by its epoch, which callers know from cursors only. */
export function instanceOf(epoch: string): string {
  return createHash('sha256').update(`callboard instance ${epoch}`).digest('hex').slice(0, 16);
}

/**
 * Whether the database has had no other epoch since epochs exist. Then a cursor without an epoch is
 * older than epochs and still valid.
 */
export function isFirstEpoch(epoch: string): boolean {
  return /^1\.[0-9a-f]+$/.test(epoch);
}

/** Begins a new epoch. Returns it. */
export async function beginEpoch(transaction: Transaction): Promise<string> {
  const before = await transaction.first<{ epoch: string }>((db) =>
    db('database_epoch').select('epoch'),
  );
  const count = Number.parseInt(before?.epoch ?? '0', 10) + 1;
  const epoch = `${count}.${randomBytes(5).toString('hex')}`;
  await transaction.write((db) =>
    db('database_epoch').update({
      epoch,
      timeline: transaction.dialect === 'postgres' ? db.raw('callboard_timeline()') : null,
      is_copy: false,
    }),
  );
  return epoch;
}

/**
 * Begins a new epoch if the database is a copy that `callboard backup` made: somebody has put the
 * copy in the place of the database. Returns whether it did.
 */
export async function beginEpochOfCopy(transaction: Transaction): Promise<boolean> {
  const copy = await transaction.first((db) => db('database_epoch').where({ is_copy: true }));
  if (copy === undefined) return false;
  await beginEpoch(transaction);
  return true;
}

// https://sqlite.org/pragma.html#pragma_data_version: the one connection for reading never changes
// it, and every commit of another connection does, in this process or in another one.
const sqliteState = compiledStatement((db) =>
  db('pragma_data_version').select(db.raw('cast(data_version as text) as state')),
);

// A transaction that commits has a number, which either is beyond the snapshot's or leaves its list.
const postgresState = compiledStatement((db) =>
  db.select(db.raw('cast(pg_current_snapshot() as text) as state')),
);

/**
 * A word for the committed data that statements see now. While it is the same, in one epoch of the
 * database, equal statements return equal rows, whoever writes. Undefined within a transaction and
 * for a database in memory, whose only connection also writes.
 */
export async function readDataState(reader: Reader): Promise<string | undefined> {
  const { committed, dialect } = reader;
  if (committed === undefined) return undefined;
  if (dialect === 'sqlite' && committed.file === undefined) return undefined;
  const statement = dialect === 'sqlite' ? sqliteState({}) : postgresState({});
  return (await reader.first<{ state: string }>(statement))?.state;
}
