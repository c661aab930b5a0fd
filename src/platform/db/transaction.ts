import { setImmediate } from 'node:timers/promises';
import type { Problem } from '../problems';
import type { Database } from './connect';
import {
  affectedRows,
  beginCounted,
  commitCounted,
  type ConnectionTransaction,
  execute,
  rollBackCounted,
} from './connections';
import type { DatabaseUse } from './database-use';
import { type Reader, readerOf, type Statement } from './reader';

/** A store's access to the database inside one transaction, which begins at its first statement. */
export interface Transaction extends Reader {
  /** Runs an insert, update or delete. Resolves with the number of affected rows. */
  write(statement: Statement): Promise<number>;
  /**
   * Locks the rows of a query until the transaction ends. Runs nothing on SQLite, where the
   * transaction locks the whole database.
   */
  lock(statement: Statement): Promise<void>;
  /**
   * Runs the work in a savepoint. When it rejects, rolls back to the savepoint, drops what the work
   * queued for the commit, and rethrows; the transaction continues. The work must await all its
   * statements. Savepoints neither nest nor overlap.
   */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
  /** Runs the work right before the commit, in the order of the calls. It may add more such work. */
  beforeCommit(work: () => Promise<void>): void;
  /**
   * Runs a write together with the commit, after everything else, in the order of the calls. If it
   * fails, so does the commit. `done` gets its result.
   */
  writeLast(statement: Statement, done?: (result: unknown) => void): void;
  /** The numbers that actions got with the commit, by their ids. */
  readonly numbers: Map<string, number>;
  /** Runs the work when the commit is durable, in the order of the calls. It must not throw. */
  afterCommit(work: () => void): void;
}

/** A transaction with the functions that end it. */
interface OpenTransaction {
  readonly transaction: Transaction;
  /**
   * Commits. Does nothing if no statement ran. Throws if a statement failed or the database refuses
   * the commit.
   */
  readonly commit: () => Promise<void>;
  /**
   * Rolls back whatever is not committed. Throws only if data that its statements have read is
   * rolled back too, so no response may be built from it.
   */
  readonly rollback: () => Promise<void>;
}

/** `failed`: a statement failed, so nothing more runs and the commit throws. */
type TransactionState = 'open' | 'failed' | 'ended';

/** Throws if the transaction can run no more statements. */
function checkOpen(state: TransactionState): void {
  if (state === 'ended') throw new Error('A statement came after the end of its transaction.');
  if (state === 'failed') throw new Error('An earlier statement of this transaction has failed.');
}

/** Throws if the transaction cannot commit. */
function checkCommittable(state: TransactionState): void {
  if (state !== 'open') throw new Error('This transaction has failed and cannot be committed.');
}

interface LastWrite {
  readonly statement: Statement;
  readonly done: ((result: unknown) => void) | undefined;
}

/** The work that a transaction has queued for its commit, each kind in the order of the calls. */
interface QueuedWork {
  readonly before: (() => Promise<void>)[];
  readonly writes: LastWrite[];
  readonly after: (() => void)[];
}

/** No queued work. */
function noQueuedWork(): QueuedWork {
  return { before: [], writes: [], after: [] };
}

/** The parts of an open transaction that a savepoint needs. */
interface SavepointParts {
  readonly queued: QueuedWork;
  readonly run: (statement: Statement) => Promise<unknown>;
  /** Resolves when all statements so far have ended. */
  readonly settled: () => Promise<unknown>;
  readonly state: () => TransactionState;
  /** Allows statements again after one has failed. */
  readonly recover: () => void;
}

/**
 * Runs the work in a savepoint, and releases it. When the work rejects, rolls back to the
 * savepoint, drops the work that it queued for the commit, and rethrows. The transaction then
 * continues, even after a failed statement. If it cannot, every later statement and the commit throw.
 */
async function runInSavepoint<T>(parts: SavepointParts, work: () => Promise<T>): Promise<T> {
  const { queued, run } = parts;
  const before = lengthsOf(queued);
  const set = run((db) => db.raw('savepoint part')).then(
    () => true,
    () => false,
  );
  try {
    const result = await work();
    await run((db) => db.raw('release savepoint part'));
    return result;
  } catch (error) {
    shorten(queued, before);
    await rollBackToSavepoint(parts, set, error);
    throw error;
  }
}

async function rollBackToSavepoint(
  parts: SavepointParts,
  set: Promise<boolean>,
  reason: unknown,
): Promise<void> {
  const { run, state, recover } = parts;
  await untilQuiet(parts);
  // Without the savepoint there is nothing to roll back to, and an earlier statement has failed.
  if (!(await set)) return;
  const hasFailed = state() === 'failed';
  recover();
  try {
    // Postgres keeps a savepoint after the rollback to it, and nests the next one in it.
    await Promise.all([
      run((db) => db.raw('rollback to savepoint part')),
      run((db) => db.raw('release savepoint part')),
    ]);
  } catch (error) {
    // The fault that ended the whole transaction is the one to report.
    throw hasFailed ? reason : error;
  }
}

/**
 * Waits until no statement is under way. Work that rejects, such as by `Promise.all`, may have
 * parts that still run, and each result may lead to another statement.
 */
async function untilQuiet({ settled }: SavepointParts): Promise<void> {
  for (let last: unknown; last !== settled();) {
    const current = settled();
    await current;
    await setImmediate();
    last = current;
  }
}

function lengthsOf({
  before,
  writes,
  after,
}: QueuedWork): Readonly<Record<keyof QueuedWork, number>> {
  return { before: before.length, writes: writes.length, after: after.length };
}

function shorten(
  { before, writes, after }: QueuedWork,
  lengths: ReturnType<typeof lengthsOf>,
): void {
  before.length = lengths.before;
  writes.length = lengths.writes;
  after.length = lengths.after;
}

/**
 * Opens a transaction. It begins at its first statement, so slow work can come before it, and runs
 * its statements in the order of the calls, and counts them in `use`. After a failed statement,
 * nothing more runs and the commit throws.
 */
export function openTransaction(database: Database, use?: DatabaseUse): OpenTransaction {
  return database.dialect === 'postgres'
    ? openPostgresTransaction(database, use)
    : openSqliteTransaction(database, use);
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
function openSqliteTransaction(
  { connections, knex }: Database,
  use?: DatabaseUse,
): OpenTransaction {
  let begun: Promise<ConnectionTransaction> | undefined;
  let state: TransactionState = 'open';
  // Settles when the last statement has ended.
  let previous: Promise<unknown> = Promise.resolve();
  const queued = noQueuedWork();

  const execution = async (statement: Statement): Promise<unknown> => {
    checkOpen(state);
    try {
      const { begun: isReady, connection } = await (begun ??= beginCounted(
        connections,
        knex.client,
        use,
      ));
      await isReady;
      return await execute(knex.client, connection, statement(knex).toSQL(), use);
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

  const { rows, first } = readerOf('sqlite', run);
  return {
    transaction: {
      dialect: 'sqlite',
      rows,
      first,
      write: async (statement) => affectedRows(await run(statement)),
      lock: () => Promise.resolve(),
      savepoint: (work) => runInSavepoint(parts, work),
      beforeCommit: (work) => void queued.before.push(work),
      writeLast: (statement, done) => void queued.writes.push({ statement, done }),
      numbers: new Map(),
      afterCommit: (work) => void queued.after.push(work),
    },
    async commit() {
      await previous;
      if (state === 'open') for (const work of queued.before) await work();
      for (const { statement, done } of state === 'open' ? queued.writes : []) {
        const result = await run(statement);
        done?.(result);
      }
      await previous;
      checkCommittable(state);
      state = 'ended';
      await commitCounted(knex.client, await begun, { last: [], use });
      for (const work of queued.after) work();
    },
    async rollback() {
      await previous;
      // A failed commit has rolled back already, and another transaction may use its connection.
      if (state === 'ended') return;
      state = 'ended';
      await rollBackCounted(knex.client, begun, use);
    },
  };
}

/**
 * Opens a transaction on Postgres, which begins at its first statement. Statements are pipelined:
 * each is sent without waiting for the result of the one before, BEGIN is sent with the first, and
 * the last writes are sent with COMMIT. Postgres runs nothing after a failed statement and turns
 * COMMIT into a rollback without an error, so this function refuses that commit.
 */
function openPostgresTransaction(
  { connections, knex }: Database,
  use?: DatabaseUse,
): OpenTransaction {
  let begun: Promise<ConnectionTransaction> | undefined;
  let hasBegun = false;
  let state: TransactionState = 'open';
  // Settle when the last statement has been sent, and when all results have arrived. A statement
  // that was refused here has its result before those that Postgres is still running.
  let sent: Promise<unknown> = Promise.resolve();
  let results: Promise<unknown> = sent;
  const queued = noQueuedWork();

  const begin = (): Promise<ConnectionTransaction> =>
    (begun ??= beginCounted(connections, knex.client, use));
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
      const result = execute(knex.client, transaction.connection, compiled, use);
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

  const { rows, first } = readerOf('postgres', run);
  return {
    transaction: {
      dialect: 'postgres',
      rows,
      first,
      write: async (statement) => affectedRows(await run(statement)),
      lock: async (statement) => {
        await run(statement);
      },
      savepoint: (work) => runInSavepoint(parts, work),
      beforeCommit: (work) => void queued.before.push(work),
      writeLast: (statement, done) => void queued.writes.push({ statement, done }),
      numbers: new Map(),
      afterCommit: (work) => void queued.after.push(work),
    },
    async commit() {
      await results;
      if (state === 'open') for (const work of queued.before) await work();
      await results;
      checkCommittable(state);
      const last = queued.writes.map(({ statement }) => statement(knex).toSQL());
      if (last.length > 0) await (await begin()).begun;
      state = 'ended';
      const written = await commitCounted(knex.client, await begun, { last, use });
      for (const [index, { done }] of queued.writes.entries()) done?.(written[index]);
      for (const work of queued.after) work();
    },
    async rollback() {
      await results;
      // A failed commit has rolled back already, and another transaction may use its connection.
      if (state === 'ended') return;
      state = 'ended';
      await rollBackCounted(knex.client, begun, use);
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
