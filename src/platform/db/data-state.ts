import type { Reader } from './reader';
import { compiledStatement } from './statements/compiled';

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
