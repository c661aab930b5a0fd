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
 * Opens a transaction on Postgres, which begins at its first statement. Statements are pipelined:
 * each is sent without waiting for the result of the one before, BEGIN is sent with the first, and
 * the last writes are sent with COMMIT. Postgres runs nothing after a failed statement and turns
 * COMMIT into a rollback without an error, so this function refuses that commit.
 */
export function openPostgresTransaction({ connections, knex }: Database): OpenTransaction {
  let begun: Promise<ConnectionTransaction> | undefined;
  let hasBegun = false;
  let state: TransactionState = 'open';
  // Settle when the last statement has been sent, and when all results have arrived. A statement
  // that was refused here has its result before those that Postgres is still running.
  let sent: Promise<unknown> = Promise.resolve();
  let results: Promise<unknown> = sent;
  const queued = noQueuedWork();

  const begin = (): Promise<ConnectionTransaction> => (begun ??= connections.begin());
  const fail = (error: unknown): never => {
    state = 'failed';
    throw error;
  };
  // The result is within an object, because the promise itself resolves when the statement is sent.
  const send = async (statement: Statement): Promise<{ readonly result: Promise<unknown> }> => {
    checkOpen(state);
    try {
      const transaction = await begin();
      const compiled = statement(knex).toSQL();
      // If BEGIN fails, a write after it would run outside a transaction.
      if (!hasBegun && !/^select\b/i.test(compiled.sql)) await transaction.begun;
      const result = execute(knex.client, transaction.connection, compiled);
      if (hasBegun) return { result: result.catch(fail) };
      const both = Promise.all([result, transaction.begun]).then(([first]) => {
        hasBegun = true;
        return first;
      });
      return { result: both.catch(fail) };
    } catch (error) {
      return fail(error);
    }
  };
  const run = (statement: Statement): Promise<unknown> => {
    const sending = sent.then(() => send(statement));
    const result = sending.then((sentStatement) => sentStatement.result);
    sent = sending.catch(() => undefined);
    const earlier = results;
    results = result.then(
      () => earlier,
      () => earlier,
    );
    return result;
  };
  const parts = {
    queued,
    run,
    settled: () => results,
    state: () => state,
    recover: () => {
      if (state === 'failed') state = 'open';
    },
  };

  return {
    transaction: {
      ...readerOf('postgres', run),
      write: async (statement) => affectedRows(await run(statement)),
      lock: async (statement) => {
        await run(statement);
      },
      savepoint: (work) => runInSavepoint(parts, work),
      beforeCommit: (work) => void queued.before.push(work),
      writeLast: (statement) => void queued.writes.push(statement),
      afterCommit: (work) => void queued.after.push(work),
    },
    async commit() {
      await results;
      if (state === 'open') for (const work of queued.before) await work();
      await results;
      checkCommittable(state);
      const last = queued.writes.map((statement) => statement(knex).toSQL());
      if (last.length > 0) await (await begin()).begun;
      state = 'ended';
      await (await begun)?.commit(last);
      for (const work of queued.after) work();
    },
    async rollback() {
      await results;
      // A failed commit has rolled back already, and another transaction may use its connection.
      if (state === 'ended') return;
      state = 'ended';
      const transaction = await begun?.catch(() => undefined);
      await transaction?.rollback();
    },
  };
}
