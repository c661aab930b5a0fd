import type BetterSqlite3 from 'better-sqlite3';
import { knex } from 'knex';
import { addSearchFunctions } from '../../../src/platform/db/sqlite/search-functions';
import { openSqlite as openDatabase } from '../../../src/platform/db/sqlite/sqlite-driver';
import { inOrder, type Connection, type Driver, type Statement } from './driver';

/** Opens an SQLite file as Callboard does, with the same durability. */
export function openSqlite(file: string): Driver {
  const database = openDatabase(file);
  database.pragma('busy_timeout = 5000');
  database.pragma('journal_mode = WAL');
  database.pragma('foreign_keys = ON');
  database.pragma('synchronous = FULL');
  addSearchFunctions(database);
  const prepared = new Map<Statement, BetterSqlite3.Statement>();
  const prepare = (statement: Statement): BetterSqlite3.Statement => {
    const known = prepared.get(statement);
    if (known !== undefined) return known;
    const made = database.prepare(statement.text);
    prepared.set(statement, made);
    return made;
  };
  const connection: Connection = {
    rows: (statement, values) => prepare(statement).all(inOrder(statement, values)),
    write: (statement, values) => prepare(statement).run(inOrder(statement, values)).changes,
  };
  const [begin, commit, rollback] = ['begin immediate', 'commit', 'rollback'].map((text) =>
    database.prepare(text),
  );
  return {
    dialect: 'sqlite',
    knex: knex({ client: 'better-sqlite3', useNullAsDefault: true }),
    reader: connection,
    // Nothing in between waits for anything but what is there already, so no other request gets
    // into the transaction.
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
