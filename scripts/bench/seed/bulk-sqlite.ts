import type BetterSqlite3 from 'better-sqlite3';
import { addSearchFunctions } from '../../../src/platform/db/sqlite/sqlite-client';
import { openSqlite } from '../../../src/platform/db/sqlite/sqlite-driver';
import { batchesOf, columnsOf, largeTables, replacedTrigger, type Bulk, type Row } from './bulk';

const maxRows = 1000;
const maxRowsPerStatement = 250;

/** Runs the work on the database file, in one transaction. */
export async function fillSqlite(file: string, work: (bulk: Bulk) => Promise<void>): Promise<void> {
  const connection = openSqlite(file);
  try {
    addSearchFunctions(connection);
    connection.pragma('journal_mode = MEMORY');
    connection.pragma('synchronous = OFF');
    // Sorts the rows of an index on several cores. SQLite does this only with temporary files.
    connection.pragma('threads = 2');
    connection.pragma('foreign_keys = OFF');
    connection.pragma('cache_size = -262144');
    const parts = connection
      .prepare<[string, string], { type: string; name: string; sql: string }>(
        `select type, name, sql from sqlite_master
          where type = 'index' and sql is not null and tbl_name in (select value from json_each(?))
             or type = 'trigger' and name = ?`,
      )
      .all(JSON.stringify(largeTables), replacedTrigger.name);
    connection.exec('begin');
    for (const { type, name } of parts) connection.exec(`drop ${type} "${name}"`);
    await work({
      insert(table, rows) {
        for (const batch of batchesOf(rows, maxRows)) insert(connection, table, batch);
        return Promise.resolve();
      },
    });
    for (const { sql } of parts) connection.exec(sql);
    connection.exec('commit');
    connection.pragma('journal_mode = WAL');
  } finally {
    connection.close();
  }
}

// Many rows for each statement, because the search index is written at the end of each statement.
function insert(connection: BetterSqlite3.Database, table: string, rows: readonly Row[]): void {
  const [first = {}] = rows;
  const { own, common } = columnsOf(rows);
  const names = [...common, ...own].map((column) => `"${column}"`).join(', ');
  const marks = [...common.map((column) => `@${column}`), ...own.map(() => '?')].join(', ');
  const prepare = (count: number): BetterSqlite3.Statement =>
    connection.prepare(
      `insert into ${table} (${names}) values ${Array.from({ length: count }, () => `(${marks})`).join(', ')}`,
    );
  const shared = Object.fromEntries(common.map((column) => [column, storable(first[column])]));
  let full: BetterSqlite3.Statement | undefined;
  for (const batch of batchesOf(rows, maxRowsPerStatement)) {
    const values: (string | number | null)[] = [];
    for (const row of batch) for (const column of own) values.push(storable(row[column]));
    const isFull = batch.length === maxRowsPerStatement;
    (isFull ? (full ??= prepare(batch.length)) : prepare(batch.length)).run(values, shared);
  }
}

function storable(value: Row[string] | undefined): string | number | null {
  return typeof value === 'boolean' ? Number(value) : (value ?? null);
}
