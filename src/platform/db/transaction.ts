import type { Problem } from '../problems';
import type { Database } from './connect';
import { type ConnectionTransaction, execute } from './connections';
import {
  affectedRows,
  checkCommittable,
  checkOpen,
  noQueuedWork,
  type OpenTransaction,
  runInSavepoint,
  type Transaction,
  type TransactionState,
} from './open-transaction';
import { readerOf, type Statement } from './reader';

export type { OpenTransaction, Transaction } from './open-transaction';

/**
 * Opens a transaction. It begins at its first statement, so slow work can come before it, and runs
 * its statements in the order of the calls. After a failed statement, nothing more runs and the
 * commit throws.
 */
export function openTransaction(database: Database): OpenTransaction {
  return database.dialect === 'postgres'
    ? openPostgresTransaction(database)
    : openSqliteTransaction(database);
}

/** The same transaction, which runs `first` before its first statement. */
export function startingWith(transaction: Transaction, first: () => Promise<void>): Transaction {
  let started: Promise<void> | undefined;
  const start = (): Promise<void> => (started ??= first());
  return {
    dialect: transaction.dialect,
    rows: async (statement) => {
      await start();
      return transaction.rows(statement);
    },
    first: async (statement) => {
      await start();
      return transaction.first(statement);
    },
    write: async (statement) => {
      await start();
      return transaction.write(statement);
    },
    lock: async (statement) => {
      await start();
      return transaction.lock(statement);
    },
    savepoint: async (work) => {
      await start();
      return transaction.savepoint(work);
    },
    beforeCommit: (work) => transaction.beforeCommit(work),
    afterCommit: (work) => transaction.afterCommit(work),
    writeLast: (statement) => transaction.writeLast(statement),
  };
}

/**
 * The same transaction with a check that is sent before its first statement. The results of
 * statements come after the check, and reject with its error. The caller must roll back then,
 * because the first statement is sent together with the check, to save a round trip.
 */
export function checkedBy(transaction: Transaction, check: () => Promise<void>): Transaction {
  let checking: Promise<void> | undefined;
  const checked = async <T>(send: () => Promise<T>): Promise<T> => {
    checking ??= check();
    const result = send();
    result.catch(() => undefined);
    await checking;
    return result;
  };
  return {
    dialect: transaction.dialect,
    rows: (statement) => checked(() => transaction.rows(statement)),
    first: (statement) => checked(() => transaction.first(statement)),
    write: (statement) => checked(() => transaction.write(statement)),
    lock: (statement) => checked(() => transaction.lock(statement)),
    savepoint: async (work) => {
      await (checking ??= check());
      return transaction.savepoint(work);
    },
    beforeCommit: (work) => transaction.beforeCommit(work),
    afterCommit: (work) => transaction.afterCommit(work),
    writeLast: (statement) => transaction.writeLast(statement),
  };
}

/**
 * Runs the work in one transaction: commits when it resolves, rolls back and rethrows when it
 * rejects.
 */
export async function transact<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const { transaction, commit, rollback } = openTransaction(database);
  try {
    const result = await work(transaction);
    await commit();
    return result;
  } catch (error) {
    await rollback();
    throw error;
  }
}

/**
 * Opens a transaction on SQLite, which begins at its first statement. Its statements run one after
 * the other, and the last writes run before the commit. A statement that fails would be undone
 * alone, so this function refuses all statements after it, and the commit.
 */
function openSqliteTransaction({ connections, knex }: Database): OpenTransaction {
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

/**
 * Opens a transaction on Postgres, which begins at its first statement. Statements are pipelined:
 * each is sent without waiting for the result of the one before, BEGIN is sent with the first, and
 * the last writes are sent with COMMIT. Postgres runs nothing after a failed statement and turns
 * COMMIT into a rollback without an error, so this function refuses that commit.
 */
function openPostgresTransaction({ connections, knex }: Database): OpenTransaction {
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

/**
 * Thrown by a handler to roll back its transaction and then respond with the problem from `decide`,
 * which may open another transaction. SQLite has one writer, so that cannot begin before the
 * rollback.
 */
export class AfterRollback extends Error {
  constructor(readonly decide: (database: Database) => Promise<Problem>) {
    super('The response is decided after the rollback.');
  }
}
