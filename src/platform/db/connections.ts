import { knex, type Knex } from 'knex';
import {
  type DatabaseUse,
  statementEnded,
  transactionBegan,
  transactionEnded,
} from './database-use';
import { failedCommit } from './faults';
import { PostgresClient } from './postgres-client';

/** A transaction on a connection, which runs its statements one after the other. */
export interface ConnectionTransaction {
  readonly connection: unknown;
  /** Resolves when the database has begun it, and rejects if it cannot. Undefined once begun. */
  readonly begun: Promise<void> | undefined;
  /**
   * Sends the last statements together with the commit; only Postgres supports them. Resolves when
   * the commit is durable. Rejects if the database refuses one of them or the commit, which rolls
   * everything back, and with `UnknownOutcome` if no response to the commit came.
   */
  commit(last: readonly Knex.Sql[]): Promise<readonly unknown[]>;
  /**
   * Rolls back. Rejects if data that the transaction has read of others is rolled back too, so no
   * response may be built from it.
   */
  rollback(): Promise<void>;
}

/** The connections of a database. */
export interface Connections {
  /** Runs the work on a connection outside of any transaction. */
  read<T>(work: (connection: unknown) => Promise<T>): Promise<T>;
  begin(): Promise<ConnectionTransaction>;
  /**
   * Writes a quarter of a megabyte and rolls back. Rejects with the database's error if the storage
   * is full or cannot be written.
   */
  tryStorage(): Promise<void>;
  /**
   * Fails everything that waits for a connection, a lock or its turn, now and from now on. Returns
   * whether anything waited.
   */
  cut(): boolean;
  /** How busy they are at this moment. */
  load(): ConnectionLoad;
  /** Closes the connections that are not in Knex's pool. */
  close(): Promise<void>;
}

/** The connections of requests at one moment. */
export interface ConnectionLoad {
  readonly used: number;
  readonly idle: number;
  /** The requests that wait for a connection or, on SQLite, for their turn to write. */
  readonly waiting: number;
}

/**
 * Connections from Knex's pool: one per reading statement and one per transaction. Behind a pooler
 * of transactions, the work of a read sends its only statement before it waits for anything.
 */
export function pooledConnections(client: Knex.Client): Connections {
  const beginning = client instanceof PostgresClient ? client.begin() : 'BEGIN;';
  const readsInTransaction = client instanceof PostgresClient && client.isPooled;
  let users = 0;
  const acquire = async (): Promise<unknown> => {
    users += 1;
    try {
      return await client.acquireConnection();
    } catch (error) {
      users -= 1;
      throw withoutHints(error);
    }
  };
  const release = async (connection: unknown): Promise<void> => {
    users -= 1;
    await client.releaseConnection(connection);
  };
  const connections: Connections = {
    async read(work) {
      const connection = await acquire();
      try {
        if (!readsInTransaction) return await work(connection);
        // The settings of the session are those of a transaction. All is sent at once.
        const begun = client.query(connection, { sql: beginning });
        const result = work(connection);
        const ended = client.query(connection, { sql: 'COMMIT;' });
        await Promise.allSettled([begun, result, ended]);
        return await result;
      } finally {
        await release(connection);
      }
    },
    async begin() {
      const connection = await acquire();
      const run = async (sql: string): Promise<void> => {
        await client.query(connection, { sql });
      };
      const begun = run(beginning);
      // The first statement of the transaction reports the error.
      begun.catch(() => undefined);
      return {
        connection,
        begun,
        async commit(last) {
          const sent = last.map((statement) => execute(client, connection, statement));
          try {
            return await settleInOrder([...sent, run('COMMIT;')]);
          } catch (error) {
            throw failedCommit(error);
          } finally {
            await release(connection);
          }
        },
        async rollback() {
          try {
            await run('ROLLBACK;');
          } catch {
            // The connection is lost, which rolls its transaction back.
          } finally {
            await release(connection);
          }
        },
      };
    },
    async tryStorage() {
      // Only a database in memory is not Postgres here.
      if (!(client instanceof PostgresClient)) return;
      const transaction = await connections.begin();
      try {
        await client.query(transaction.connection, { sql: postgresProbe });
      } finally {
        await transaction.rollback();
      }
    },
    cut() {
      if (client instanceof PostgresClient) client.cut();
      return users > 0;
    },
    load() {
      const { pool } = client;
      if (pool === undefined || !('numUsed' in pool)) return { used: 0, idle: 0, waiting: 0 };
      return {
        used: pool.numUsed(),
        idle: pool.numFree(),
        waiting: pool.numPendingAcquires(),
      };
    },
    close: () => Promise.resolve(),
  };
  return connections;
}

/** The error of a pool without a free connection, without Knex's hints for its callers. */
function withoutHints(error: unknown): unknown {
  if (!(error instanceof knex.KnexTimeoutError)) return error;
  return new knex.KnexTimeoutError('No connection to the database became free in time.');
}

/** Waits for all of them, then throws the error of the first one that failed. */
async function settleInOrder(promises: readonly Promise<unknown>[]): Promise<unknown[]> {
  return (await Promise.allSettled(promises)).map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

/**
 * Runs a compiled statement on a connection, counts it in `use`, and resolves with the result that
 * Knex would return.
 * Knex's own runner would acquire a connection from its pool for each statement.
 */
export async function execute(
  client: Knex.Client,
  connection: unknown,
  compiled: Knex.Sql,
  use?: DatabaseUse,
): Promise<unknown> {
  const started = performance.now();
  let hasFailed = true;
  try {
    const result: unknown = await client.query(connection, compiled);
    hasFailed = false;
    return client.processResponse(result, undefined);
  } finally {
    statementEnded(client, use, { sql: compiled.sql, started, hasFailed });
  }
}

/** The number of rows in Knex's result of a write. */
export function affectedRows(result: unknown): number {
  if (typeof result === 'number') return result;
  if (Array.isArray(result)) return result.length;
  if (typeof result !== 'object' || result === null) return 0;
  if ('rowCount' in result && typeof result.rowCount === 'number') return result.rowCount;
  if ('changes' in result && typeof result.changes === 'number') return result.changes;
  return 0;
}

/** Begins a transaction that `use` counts. */
export function beginCounted(
  connections: Connections,
  client: Knex.Client,
  use: DatabaseUse | undefined,
): Promise<ConnectionTransaction> {
  transactionBegan(client, use);
  return connections.begin();
}

/**
 * Commits a transaction, if it has begun, and counts the commit in `use`. Returns the results of
 * `last`.
 */
export async function commitCounted(
  client: Knex.Client,
  begun: ConnectionTransaction | undefined,
  { last, use }: { readonly last: readonly Knex.Sql[]; readonly use: DatabaseUse | undefined },
): Promise<readonly unknown[]> {
  if (begun === undefined) return [];
  const started = performance.now();
  let hasFailed = true;
  try {
    const results = await begun.commit(last);
    hasFailed = false;
    return results;
  } finally {
    statementEnded(client, use, { sql: 'commit', started, hasFailed });
    transactionEnded(client, use, hasFailed ? 'rollback' : 'commit');
  }
}

/** Rolls a transaction back, if it has begun. */
export async function rollBackCounted(
  client: Knex.Client,
  begun: Promise<ConnectionTransaction> | undefined,
  use: DatabaseUse | undefined,
): Promise<void> {
  if (begun === undefined) return;
  try {
    const transaction = await begun.catch(() => undefined);
    await transaction?.rollback();
  } finally {
    transactionEnded(client, use, 'rollback');
  }
}

// Both probes write a quarter of a megabyte, because one row may fit into a page that exists
// already.

/** Writes to roll back. With a small page cache, SQLite writes them to the disk at once. */
export const sqliteProbe =
  'create table storage_probe (filler); insert into storage_probe values (zeroblob(262144));';

/** The same for Postgres, where a temporary table uses the disk but not the write-ahead log. */
const postgresProbe =
  'create temporary table storage_probe on commit drop as select md5(n::text) as filler from generate_series(1, 4000) as n;';
