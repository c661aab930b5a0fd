import type { Database } from '../db/connect';
import type { DatabaseUse } from '../db/database-use';
import { createReader } from '../db/reader';
import { AfterRollback, openTransaction, type Transaction } from '../db/transaction';
import type { OperationFacts, OperationId } from '../operation';
import type { Credential, Exchange, Gate } from './exchange';

/** Thrown by the first statement of a transaction whose caller has other rights by now. */
class RightsChanged extends Error {
  constructor(readonly credential: Credential) {
    super('The rights of the caller have changed since the request was authenticated.');
  }
}

/** What a confirmed transaction needs, with the operations that it is for. */
interface ConfirmedParts {
  readonly database: Database;
  readonly gate: Pick<Gate, 'confirm' | 'authorise'>;
  readonly facts: Readonly<Record<OperationId, OperationFacts>>;
  readonly ids: readonly OperationId[];
}

/** The result of the work of a transaction, and whether to commit it. */
interface Outcome<T> {
  readonly result: T;
  readonly commits: boolean;
}

/**
 * Runs the work in a transaction for the caller of an exchange, whose rights its first statement
 * confirms. When they have changed, authorises the caller again and repeats the work.
 */
export async function transactFor<T>(
  parts: ConfirmedParts,
  exchange: Exchange,
  work: (transaction: Transaction) => Promise<Outcome<T>>,
): Promise<T> {
  for (;;) {
    try {
      return await transactOnce(parts, exchange, work);
    } catch (error) {
      if (!(error instanceof RightsChanged)) throw error;
      exchange.credential = error.credential;
      for (const id of parts.ids) parts.gate.authorise(parts.facts[id], error.credential);
    }
  }
}

async function transactOnce<T>(
  parts: ConfirmedParts,
  exchange: Exchange,
  work: (transaction: Transaction) => Promise<Outcome<T>>,
): Promise<T> {
  const { databaseUse: use } = exchange;
  const { transaction: opened, commit, rollback } = openTransaction(parts.database, use);
  const transaction = checkedBy(opened, () => confirm(parts, exchange, opened));
  try {
    const { result, commits } = await work(transaction);
    await (commits ? commit() : rollback());
    return result;
  } catch (error) {
    await rollback();
    if (error instanceof AfterRollback) throw await error.decide(parts.database);
    throw error;
  }
}

/**
 * The same transaction with a check that is sent before its first statement. The results of
 * statements come after the check, and reject with its error. The caller must roll back then,
 * because the first statement is sent together with the check, to save a round trip.
 */
function checkedBy(transaction: Transaction, check: () => Promise<void>): Transaction {
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
    writeLast: (statement, done) => transaction.writeLast(statement, done),
    numbers: transaction.numbers,
  };
}

async function confirm(
  { gate }: ConfirmedParts,
  { credential }: Exchange,
  transaction: Transaction,
): Promise<void> {
  if (credential === undefined) return;
  const confirmed = await gate.confirm(transaction, credential);
  if (confirmed !== credential) throw new RightsChanged(confirmed);
}

/**
 * A transaction for contexts that have none by their type, whose statements are counted in `use`. It
 * throws if a handler writes anyway.
 */
export function readOnlyTransaction(database: Database, use?: DatabaseUse): Transaction {
  const { dialect, committed, rows, first } = createReader(database, use);
  // Named, because spreading an object costs V8 a twentieth of a small request.
  return {
    dialect,
    committed,
    rows,
    first,
    write: refuseWrite,
    lock: refuseWrite,
    savepoint: refuseWrite,
    beforeCommit: refuseCommit,
    writeLast: refuseCommit,
    afterCommit: refuseCommit,
    numbers: noNumbers,
  };
}

const noNumbers = new Map<string, number>();
const refuseWrite = () => Promise.reject(new Error('A GET cannot write or lock.'));

function refuseCommit(): never {
  throw new Error('A GET has nothing to commit.');
}
