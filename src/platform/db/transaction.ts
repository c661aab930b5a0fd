import type { Database } from './connect';
import type { OpenTransaction, Transaction } from './open-transaction';
import { openPostgresTransaction } from './postgres/postgres-transaction';
import { openSqliteTransaction } from './sqlite/sqlite-transaction';

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
