import type { Database } from '../connect';
import type { ConnectionTransaction } from '../connections';
import {
  affectedRows,
  checkCommittable,
  checkOpen,
  type OpenTransaction,
  type TransactionState,
} from '../open-transaction';
import { readerOf, type Statement } from '../reader';
import { noQueuedWork, runInSavepoint } from '../savepoint';
import { execute } from '../statements/execute';

/**
 * Opens a transaction on SQLite, which begins at its first statement. Its statements run one after
 * the other, and the last writes run before the commit. A statement that fails would be undone
 * alone, so this function refuses all statements after it, and the commit.
 */
export function openSqliteTransaction({ connections, knex }: Database): OpenTransaction {
  let begun: Promise<ConnectionTransaction> | undefined;
  let state: TransactionState = 'open';
  // Settles when the last statement has ended.
  let previous: Promise<unknown> = Promise.resolve();
  const queued = noQueuedWork();

  const execution = async (statement: Statement): Promise<unknown> => {
    checkOpen(state);
    try {
      const { begun: isReady, connection } = await (begun ??= connections.begin());
      await isReady;
      return await execute(knex.client, connection, statement(knex).toSQL());
    } catch (error) {
      state = 'failed';
      throw error;
    }
  };
  const run = (statement: Statement): Promise<unknown> => {
    const result = previous.then(() => execution(statement));
    previous = result.catch(() => undefined);
    return result;
  };
  const parts = {
    queued,
    run,
    settled: () => previous,
    state: () => state,
    recover: () => {
      if (state === 'failed') state = 'open';
    },
  };

  return {
    transaction: {
      ...readerOf('sqlite', run),
      write: async (statement) => affectedRows(await run(statement)),
      lock: () => Promise.resolve(),
      savepoint: (work) => runInSavepoint(parts, work),
      beforeCommit: (work) => void queued.before.push(work),
      writeLast: (statement) => void queued.writes.push(statement),
      afterCommit: (work) => void queued.after.push(work),
    },
    async commit() {
      await previous;
      if (state === 'open') for (const work of queued.before) await work();
      if (state === 'open') for (const statement of queued.writes) await run(statement);
      await previous;
      checkCommittable(state);
      state = 'ended';
      await (await begun)?.commit([]);
      for (const work of queued.after) work();
    },
    async rollback() {
      await previous;
      // A failed commit has rolled back already, and another transaction may use its connection.
      if (state === 'ended') return;
      state = 'ended';
      const transaction = await begun?.catch(() => undefined);
      await transaction?.rollback();
    },
  };
}
