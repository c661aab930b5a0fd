import type { Knex } from 'knex';
import type { Database } from './connect';
import type { DatabaseUse } from './database-use';
import type { Dialect } from './statements/columns';
import { execute } from './connections';
import { afterDeadlocks } from './faults';
import { PostgresClient } from './postgres-client';

/** Creates a statement with a Knex instance: by Knex's builder, or by `compiledStatement`. */
export type Statement = (db: Knex) => { toSQL(): Knex.Sql };

/** A store's read access to the database. */
export interface Reader {
  readonly dialect: Dialect;
  /**
   * Identifies the database if all rows that are read are committed, so they may be cached; absent
   * within a transaction.
   */
  readonly committed?: Pick<Database, 'file'> | undefined;
  /** All rows of the statement. The statement itself must be bounded. */
  readonly rows: <Row>(statement: Statement) => Promise<Row[]>;
  /** The first row, or undefined. */
  readonly first: <Row>(statement: Statement) => Promise<Row | undefined>;
}

/** A reader that runs each statement outside any transaction, and counts it in `use`. */
export function createReader(database: Database, use?: DatabaseUse): Reader {
  const { connections, dialect, knex } = database;
  const run = (statement: Statement): Promise<unknown> => {
    const read = () =>
      connections.read(async (connection) =>
        execute(knex.client, connection, compileQuery(statement, knex), use),
      );
    return dialect === 'postgres' ? afterDeadlocks(read) : read();
  };
  return readerOf(dialect, run, database);
}

/**
 * Runs the work with a reader that sees one state of the database until the work ends, and blocks
 * no writer: a deferred transaction on SQLite, a REPEATABLE READ transaction on Postgres.
 */
export async function withSnapshot<T>(
  database: Database,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  const { dialect, knex } = database;
  const client: Knex.Client = knex.client;
  const connection: unknown = await client.acquireConnection();
  const run = async (sql: string): Promise<void> => {
    await knex.raw(sql).connection(connection);
  };
  try {
    await run(
      client instanceof PostgresClient
        ? client.begin(' isolation level repeatable read read only')
        : 'begin deferred',
    );
    try {
      return await work(
        readerOf(dialect, async (statement) =>
          execute(client, connection, compileQuery(statement, knex)),
        ),
      );
    } finally {
      await run('rollback');
    }
  } finally {
    await client.releaseConnection(connection);
  }
}

/**
 * A reader that runs its statements by `run`, which resolves with Knex's result; `committed` as in
 * `Reader`.
 */
export function readerOf(
  dialect: Dialect,
  run: (statement: Statement) => Promise<unknown>,
  committed?: Pick<Database, 'file'>,
): Reader {
  const rows = async <Row>(statement: Statement): Promise<Row[]> => rowsOf(await run(statement));
  return {
    dialect,
    committed,
    rows,
    first: async <Row>(statement: Statement) => (await rows<Row>(statement))[0],
  };
}

function compileQuery(statement: Statement, knex: Knex): Knex.Sql {
  const compiled = statement(knex).toSQL();
  const { method, sql } = compiled;
  const reads = ['select', 'first', 'pluck'].includes(method);
  if (!reads && !/^\s*(select|with|explain)\b/i.test(sql)) {
    throw new Error('A reader runs queries only; a write needs a transaction.');
  }
  return compiled;
}

/** The rows of Knex's result: an array, the single row of `.first()`, or pg's result of raw SQL. */
function rowsOf<Row>(result: unknown): Row[] {
  if (Array.isArray(result)) return result;
  if (typeof result !== 'object' || result === null) return [];
  if ('rows' in result && 'command' in result && Array.isArray(result.rows)) return result.rows;
  const single: unknown[] = [result];
  return rowsOf(single);
}
