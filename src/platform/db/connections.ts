import type { Knex } from 'knex';

/** A transaction that has begun. Its statements run on its connection, one after the other. */
export interface Transaction {
  readonly connection: unknown;
  /** Resolves when the database has it; rejects when the database refuses, and nothing has happened. */
  commit(): Promise<void>;
  /** Undoes it. Rejects when what it has seen of others is undone too: what it would answer is not so. */
  rollback(): Promise<void>;
}

/** How statements get their connections. */
export interface Connections {
  /** Runs the work on a connection outside of any transaction. */
  read<T>(work: (connection: unknown) => Promise<T>): Promise<T>;
  begin(): Promise<Transaction>;
  /** Closes what it opened itself. */
  close(): Promise<void>;
}

/** Connections of Knex's own pool: one for each statement that reads, one for each transaction. */
export function pooledConnections(client: Knex.Client): Connections {
  return {
    async read(work) {
      const connection: unknown = await client.acquireConnection();
      try {
        return await work(connection);
      } finally {
        await client.releaseConnection(connection);
      }
    },
    async begin() {
      const connection: unknown = await client.acquireConnection();
      const run = async (sql: string): Promise<void> => {
        await client.query(connection, { sql });
      };
      try {
        await run('BEGIN;');
      } catch (error) {
        await client.releaseConnection(connection);
        throw error;
      }
      return {
        connection,
        async commit() {
          try {
            await run('COMMIT;');
          } finally {
            await client.releaseConnection(connection);
          }
        },
        async rollback() {
          try {
            await run('ROLLBACK;');
          } catch {
            // The connection is gone, and its transaction with it.
          } finally {
            await client.releaseConnection(connection);
          }
        },
      };
    },
    close: () => Promise.resolve(),
  };
}
