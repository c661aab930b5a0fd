import { setImmediate } from 'node:timers/promises';
import type { TransactionState } from './open-transaction';
import type { Statement } from './reader';

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
