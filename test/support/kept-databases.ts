import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Database } from '../../src/platform/db/connect';
import type { Dialect } from '../../src/platform/db/statements/columns';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';
import { administer } from '../../scripts/servers/postgres';
import { describeSchema } from './schema-description';

/** The SQLite file that the program of a version made, with rows of every kind. */
export function keptSqlite(version: string): Buffer {
  return readKept(version, 'sqlite.db');
}

function readKept(version: string, name: string): Buffer {
  const file = join(__dirname, '..', 'database', 'kept', version, `${name}.br`);
  return brotliDecompressSync(readFileSync(file));
}

/** Opens a copy of a database that the program of a version made, with rows of every kind. */
export async function openKept(dialect: Dialect, version: string): Promise<TestDatabase> {
  const database = await openTestDatabase(dialect, 'empty');
  if (dialect === 'sqlite') {
    writeFileSync(database.url.replace('sqlite:', ''), keptSqlite(version));
  } else {
    await administer(database.url, readKept(version, 'postgres.sql').toString());
  }
  return database;
}

/** The names of the applied steps. */
export async function appliedSteps({ knex }: Pick<Database, 'knex'>): Promise<unknown[]> {
  return knex('knex_migrations').orderBy('id').pluck('name');
}

/** The names of the tables, except those of Knex. */
export async function tableNames({ dialect, knex }: Database): Promise<string[]> {
  const tables: string[] = await (dialect === 'sqlite'
    ? knex('sqlite_master').where({ type: 'table' }).pluck('name')
    : knex('pg_tables').whereRaw('schemaname = current_schema()').pluck('tablename'));
  return tables.filter((name) => !/^(knex|sqlite)_/.test(name)).toSorted();
}

/** The rows of a table, as sorted texts, with the columns that they show. */
interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly string[];
}

/**
 * All rows of each table, except the compatibility of the steps: of the tables and with the columns
 * of `like`, if it is given.
 */
export async function allRows(
  database: Database,
  like?: ReadonlyMap<string, Rows>,
): Promise<Map<string, Rows>> {
  const tables = like === undefined ? await tableNames(database) : [...like.keys()];
  const found = new Map<string, Rows>();
  for (const table of tables.filter((name) => name !== 'schema_compatibility')) {
    const rows: Record<string, unknown>[] = await database.knex(table).select('*');
    const columns = like?.get(table)?.columns ?? Object.keys(rows[0] ?? {});
    const texts = rows.map((row) => JSON.stringify(columns.map((column) => row[column])));
    found.set(table, { columns, rows: texts.toSorted() });
  }
  return found;
}

/**
 * The parts of a schema, for a comparison of databases that were made by different steps: SQLite
 * has a constraint that was added later in another place of the text of its table.
 */
export async function comparableSchema(database: Database): Promise<unknown[]> {
  const parts = await describeSchema(database);
  if (database.dialect === 'postgres') return parts;
  return parts.map(({ name, sql }) => ({
    name,
    parts: sql
      .replaceAll(/,?\s*\bconstraint /g, ', constraint ')
      .replaceAll(/[\s()]/g, '')
      .split(',')
      .toSorted(),
  }));
}
