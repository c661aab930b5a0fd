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
  const lastWork: (() => Promise<void>)[] = [];
  const lastWrites: Statement[] = [];
  const afterwards: (() => void)[] = [];

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

  return {
    transaction: {
      ...readerOf('sqlite', run),
      write: async (statement) => affectedRows(await run(statement)),
      lock: () => Promise.resolve(),
      beforeCommit: (work) => void lastWork.push(work),
      writeLast: (statement) => void lastWrites.push(statement),
      afterCommit: (work) => void afterwards.push(work),
    },
    async commit() {
      await previous;
      if (state === 'open') for (const work of lastWork) await work();
      if (state === 'open') for (const statement of lastWrites) await run(statement);
      await previous;
      checkCommittable(state);
      state = 'ended';
      await (await begun)?.commit([]);
      for (const work of afterwards) work();
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
