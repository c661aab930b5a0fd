import { setImmediate } from 'node:timers/promises';
import type { Reader, Statement } from './reader';

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
   * fails, so does the commit.
   */
  writeLast(statement: Statement): void;
  /** Runs the work when the commit is durable, in the order of the calls. It must not throw. */
  afterCommit(work: () => void): void;
}

/** A transaction with the functions that end it. */
export interface OpenTransaction {
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
export type TransactionState = 'open' | 'failed' | 'ended';

/** Throws if the transaction can run no more statements. */
export function checkOpen(state: TransactionState): void {
  if (state === 'ended') throw new Error('A statement came after the end of its transaction.');
  if (state === 'failed') throw new Error('An earlier statement of this transaction has failed.');
}

/** Throws if the transaction cannot commit. */
export function checkCommittable(state: TransactionState): void {
  if (state !== 'open') throw new Error('This transaction has failed and cannot be committed.');
}

/** The number of rows in Knex's result of a write. */
export function affectedRows(result: unknown): number {
  if (typeof result === 'number') return result;
  if (Array.isArray(result)) return result.length;
  if (typeof result !== 'object' || result === null) return 0;
  if ('rowCount' in result && typeof result.rowCount === 'number') return result.rowCount;
  if ('changes' in result && typeof result.changes === 'number') return result.changes;
  return 0;
}

/** The work that a transaction has queued for its commit, each kind in the order of the calls. */
export interface QueuedWork {
  readonly before: (() => Promise<void>)[];
  readonly writes: Statement[];
  readonly after: (() => void)[];
}

/** No queued work. */
export function noQueuedWork(): QueuedWork {
  return { before: [], writes: [], after: [] };
}

/** The parts of an open transaction that a savepoint needs. */
export interface SavepointParts {
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
export async function runInSavepoint<T>(parts: SavepointParts, work: () => Promise<T>): Promise<T> {
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
