import type BetterSqlite3 from 'better-sqlite3';
import { knex } from 'knex';
import { addSearchFunctions } from '../../../src/platform/db/sqlite/search-functions';
import { openSqlite as openDatabase } from '../../../src/platform/db/sqlite/sqlite-driver';
import { valuesOf, type Connection, type Driver, type Statement } from './driver';

/** Opens an SQLite file with the same durability as Callboard. */
export function openSqlite(file: string): Driver {
  const database = openDatabase(file);
  database.pragma('busy_timeout = 5000');
  database.pragma('journal_mode = WAL');
  database.pragma('foreign_keys = ON');
  database.pragma('synchronous = FULL');
  addSearchFunctions(database);
  const prepared = new Map<Statement, BetterSqlite3.Statement>();
  const prepare = (statement: Statement): BetterSqlite3.Statement => {
    const cached = prepared.get(statement);
    if (cached !== undefined) return cached;
    const compiled = database.prepare(statement.text);
    prepared.set(statement, compiled);
    return compiled;
  };
  const connection: Connection = {
    rows: (statement, values) => prepare(statement).all(valuesOf(statement, values)),
    write: (statement, values) => prepare(statement).run(valuesOf(statement, values)).changes,
  };
  const [begin, commit, rollback] = ['begin immediate', 'commit', 'rollback'].map((text) =>
    database.prepare(text),
  );
  return {
    dialect: 'sqlite',
    knex: knex({ client: 'better-sqlite3', useNullAsDefault: true }),
    reader: connection,
    // The work awaits only settled promises, so no other request can run between begin and commit.
    async transaction(work) {
      begin?.run();
      try {
        const result = await work(connection);
        commit?.run();
        return result;
      } catch (error) {
        if (database.inTransaction) rollback?.run();
        throw error;
      }
    },
  };
}
