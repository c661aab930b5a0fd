import BetterSqlite3 from 'better-sqlite3';
import type { Knex } from 'knex';
import { connect, sqliteFile } from '../../../src/platform/db/connect';
import { addSearchFunctions } from '../../../src/platform/db/search-functions';

/** A row by its columns; all rows of one insert have the same ones. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Fills tables much faster than statements of a service do. */
export interface Bulk {
  insert(table: string, rows: Iterable<Row>): Promise<void>;
}

const batch = 1000;

/**
 * Runs the work with a way to fill tables of a database that nobody else is connected to: without syncing, without checking references,
 * and with the indexes of large tables made afterwards. The database is an ordinary one again when it resolves.
 */
export async function inBulk(url: string, work: (bulk: Bulk) => Promise<void>): Promise<void> {
  const file = sqliteFile(url);
  if (file === undefined) {
    const database = connect(url, { poolSize: 1 });
    try {
      await intoPostgres(database.knex, work);
    } finally {
      await database.close();
    }
    return;
  }
  const connection = new BetterSqlite3(file);
  try {
    addSearchFunctions(connection);
    await intoSqlite(connection, work);
  } finally {
    connection.close();
  }
}

const large = ['actions', 'events', 'notes', 'search_entries'];

async function intoSqlite(
  connection: BetterSqlite3.Database,
  work: (bulk: Bulk) => Promise<void>,
): Promise<void> {
  connection.pragma('journal_mode = MEMORY');
  connection.pragma('foreign_keys = OFF');
  connection.pragma('cache_size = -262144');
  const indexes = connection
    .prepare<[string], { name: string; sql: string }>(
      `select name, sql from sqlite_master where type = 'index' and sql is not null
         and tbl_name in (select value from json_each(?))`,
    )
    .all(JSON.stringify(large));
  connection.exec('begin');
  for (const { name } of indexes) connection.exec(`drop index "${name}"`);
  await work({
    insert(table, rows) {
      insertIntoSqlite(connection, table, rows);
      return Promise.resolve();
    },
  });
  for (const { sql } of indexes) connection.exec(sql);
  connection.exec('commit');
  connection.pragma('foreign_keys = ON');
  connection.pragma('journal_mode = WAL');
}

function insertIntoSqlite(
  connection: BetterSqlite3.Database,
  table: string,
  rows: Iterable<Row>,
): void {
  let columns: readonly string[] = [];
  let statement: BetterSqlite3.Statement | undefined;
  for (const row of rows) {
    if (statement === undefined) {
      columns = Object.keys(row);
      const marks = columns.map(() => '?').join(', ');
      statement = connection.prepare(
        `insert into ${table} (${columns.map((column) => `"${column}"`).join(', ')}) values (${marks})`,
      );
    }
    const values = columns.map((column) => {
      const value = row[column];
      return typeof value === 'boolean' ? Number(value) : (value ?? null);
    });
    statement.run(values);
  }
}

async function intoPostgres(knex: Knex, work: (bulk: Bulk) => Promise<void>): Promise<void> {
  // As long as it takes for a million rows, which no statement of a request has.
  await knex.raw('set statement_timeout = 0');
  const tables = large.map((table) => `'${table}'::regclass`).join(', ');
  const list = async (sql: string): Promise<{ drop: string; make: string }[]> =>
    (await knex.raw<{ rows: { drop: string; make: string }[] }>(sql)).rows;
  // References first: they are in nobody's way then, and actions and notes refer to each other.
  const parts = [
    ...(await list(
      `select 'alter table ' || conrelid::regclass || ' drop constraint ' || conname as drop,
         'alter table ' || conrelid::regclass || ' add constraint ' || conname || ' ' || pg_get_constraintdef(oid) as make
         from pg_constraint where contype = 'f' and conrelid in (${tables})`,
    )),
    ...(await list(
      `select 'drop index ' || indexrelid::regclass as drop, pg_get_indexdef(indexrelid) as make from pg_index
        where indrelid in (${tables}) and indexrelid not in (select conindid from pg_constraint)`,
    )),
    // A statement prepares their expressions anew, and a trigger has a statement for each row.
    ...(await list(
      `select 'alter table ' || attrelid::regclass || ' drop column ' || attname as drop,
         'alter table ' || attrelid::regclass || ' add column ' || attname || ' ' || format_type(atttypid, atttypmod)
           || case when attnotnull then ' not null' else '' end
           || ' generated always as (' || pg_get_expr(adbin, adrelid) || ') stored' as make
         from pg_attribute join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attgenerated = 's' and attrelid in (${tables})`,
    )),
  ];
  for (const { drop } of parts) await knex.raw(drop);
  const insertBatch = async (table: string, rows: readonly Row[]): Promise<void> => {
    const [first] = rows;
    if (first === undefined) return;
    const columns = Object.keys(first)
      .map((column) => `"${column}"`)
      .join(', ');
    await knex.raw(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, ?::json)`,
      [JSON.stringify(rows)],
    );
  };
  await work({
    async insert(table, rows) {
      let waiting: Row[] = [];
      for (const row of rows) {
        waiting.push(row);
        if (waiting.length < batch) continue;
        await insertBatch(table, waiting);
        waiting = [];
      }
      await insertBatch(table, waiting);
    },
  });
  for (const { make } of parts.toReversed()) await knex.raw(make);
  await knex.raw('vacuum analyze');
}
