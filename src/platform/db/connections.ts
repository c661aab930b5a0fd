import type { Knex } from 'knex';
import { execute } from './execute';

/** A transaction. Its statements run on its connection, one after the other. */
export interface Transaction {
  readonly connection: unknown;
  /** Where the database is still being told to begin it: resolves when it has, rejects when it never does. */
  readonly begun: Promise<void> | undefined;
  /**
   * Sends the last statements, where the connections pipeline, and commits. Resolves when the database has it all; rejects when it refuses
   * one of them or the commit, and nothing has happened.
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
  begin(): Promise<Transaction>;
  /** Closes what it opened itself. */
  close(): Promise<void>;
}

/** Connections of Knex's own pool: one for each statement that reads, one for each transaction. */
export function pooledConnections(
  client: Knex.Client,
  { pipeline }: Pick<Connections, 'pipeline'>,
): Connections {
  return {
    pipeline,
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

/** Waits for all; throws what the first of them that failed threw. */
async function inOrder(works: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(works)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
}
