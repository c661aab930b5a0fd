import type { Knex } from 'knex';
import { failedCommit } from './faults/availability';
import { execute } from './statements/execute';
import { PostgresClient } from './postgres/postgres-client';
import { postgresProbe } from './faults/storage-probe';

/** A transaction. Its statements run on its connection, one after the other. */
export interface ConnectionTransaction {
  readonly connection: unknown;
  /** Where the database is still being told to begin it: resolves when it has, rejects when it never does. */
  readonly begun: Promise<void> | undefined;
  /**
   * Sends the last statements, where the connections pipeline, and commits. Resolves when the
   * database has it all; rejects when it refuses one of them or the commit, and nothing has
   * happened; rejects with `UnknownOutcome` when the commit was not answered.
   */
  commit(last: readonly Knex.Sql[]): Promise<void>;
  /** Undoes it. Rejects when what it has seen of others is undone too: what it would answer is not so. */
  rollback(): Promise<void>;
}

/** How statements get their connections. */
export interface Connections {
  /**
   * Whether a statement may be sent before the one before it is answered, because after one that fails the database runs nothing more of the
   * transaction, and commits nothing of it.
   */
  readonly pipeline: boolean;
  /** Runs the work on a connection outside of any transaction. */
  read<T>(work: (connection: unknown) => Promise<T>): Promise<T>;
  begin(): Promise<ConnectionTransaction>;
  /**
   * Writes a quarter of a megabyte and undoes it. Rejects with what the database says when it has
   * no room for that, or cannot write.
   */
  tryStorage(): Promise<void>;
  /**
   * Fails what waits for a connection, for a lock or for its turn, now and from now on. Answers
   * whether anything did.
   */
  cut(): boolean;
  /** Closes what it opened itself. */
  close(): Promise<void>;
}

/** Connections of Knex's own pool: one for each statement that reads, one for each transaction. */
export function pooledConnections(
  client: Knex.Client,
  { pipeline }: Pick<Connections, 'pipeline'>,
): Connections {
  let users = 0;
  const acquire = async (): Promise<unknown> => {
    users += 1;
    try {
      return await client.acquireConnection();
    } catch (error) {
      users -= 1;
      throw error;
    }
  };
  const release = async (connection: unknown): Promise<void> => {
    users -= 1;
    await client.releaseConnection(connection);
  };
  const connections: Connections = {
    pipeline,
    async read(work) {
      const connection = await acquire();
      try {
        return await work(connection);
      } finally {
        await release(connection);
      }
    },
    async begin() {
      const connection = await acquire();
      const run = async (sql: string): Promise<void> => {
        await client.query(connection, { sql });
      };
      const begun = run('BEGIN;');
      // Its first statement tells of it.
      begun.catch(() => undefined);
      return {
        connection,
        begun,
        async commit(last) {
          const sent = last.map((statement) => execute(client, connection, statement));
          try {
            await inOrder([...sent, run('COMMIT;')]);
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
            // The connection is gone, and its transaction with it.
          } finally {
            await release(connection);
          }
        },
      };
    },
    async tryStorage() {
      // What is not Postgres is in memory.
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
    close: () => Promise.resolve(),
  };
  return connections;
}

/** Waits for all; throws what the first of them that failed threw. */
async function inOrder(works: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(works)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
}
