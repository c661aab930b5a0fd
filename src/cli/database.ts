import { connect, type Database } from '../platform/db/connect';
import type { Config } from '../platform/config';
import { isBusy } from '../platform/db/faults/availability';
import { createReader } from '../platform/db/transaction';
import { isUnused, migrate, schemaState } from '../platform/db/schema/schema';
import { storageFault } from '../platform/db/faults/storage-faults';
import { isLockTimeout } from '../platform/db/faults/violations';
import { storageFaultMessage } from '../platform/http/responses/error-to-problem';
import { SECOND } from '../platform/time';
import { CommandError } from './failure';

/** What a command needs of the database. */
export interface DatabaseUse {
  /**
   * Whether statements take as long as the data is large, and may wait for a file or a person in
   * between.
   */
  readonly takesLong?: boolean;
}

/**
 * Opens the configured database, does the work and closes it, whatever happens. Throws a
 * CommandError when the database does not answer or cannot store anything. A statement that may
 * take long is given up when the server does not answer others either.
 */
export async function withDatabase<T>(
  config: Config,
  work: (database: Database) => Promise<T>,
  { takesLong = false }: DatabaseUse = {},
): Promise<T> {
  const database = connect(config.databaseUrl, {
    poolSize: config.databasePoolSize,
    ...(takesLong ? { answerMs: 'none' } : {}),
  });
  const stopWatching = takesLong ? watch(database) : undefined;
  try {
    return await work(database);
  } catch (error) {
    database.cut();
    throw databaseProblem(database, error);
  } finally {
    stopWatching?.();
    await database.close();
  }
}

const watchEveryMs = 10 * SECOND;
const mostSilences = 3;

// The server cannot tell whether it hangs; a connection of its own can.
function watch(database: Database): () => void {
  let silences = 0;
  const timer = setInterval(() => {
    createReader(database.probe())
      .first((db) => db.raw('select 1'))
      .then(
        () => (silences = 0),
        () => (silences += 1) === mostSilences && database.cut(),
      );
  }, watchEveryMs);
  return () => clearInterval(timer);
}

/** A database that does not answer, or cannot store, as a sentence; any other error as it is. */
export function databaseProblem({ description }: Database, error: unknown): unknown {
  const storage = storageFault(error);
  if (storage !== undefined) {
    return new CommandError(
      `${description} cannot store anything. ${storageFaultMessage(storage)}`,
    );
  }
  if (isLockTimeout(error)) {
    return new CommandError(`${description} is locked by another process. Try again.`);
  }
  if (!isBusy(error)) return error;
  const reason = error instanceof Error ? error.message.replace(/^.* - /s, '') : 'unknown';
  return new CommandError(
    `${description} does not answer (${reason}). Check that it runs and that DATABASE_URL leads to it.`,
  );
}

/**
 * Makes sure that the schema is the one of this version, or a newer one that lets it serve. An
 * empty database gets it; an older schema is left to `serve` and `migrate`. Throws a sentence that
 * says what to do.
 */
export async function ensureSchema(database: Database): Promise<void> {
  const { state, missing } = await schemaState(database);
  if (state === 'current' || state === 'compatible') return;
  if (state === 'newer') {
    throw new CommandError(
      'The database was made by a newer version of Callboard. Run that version, or restore a backup.',
    );
  }
  if (state === 'outdated') {
    throw new CommandError(
      `The database schema lacks ${missing.length} migration(s). Run callboard migrate, or callboard serve${database.dialect === 'postgres' ? ' --migrate' : ''}.`,
    );
  }
  if (!(await isUnused(database))) {
    throw new CommandError(
      `${database.description} has tables of another program. Check DATABASE_URL, or run callboard migrate to add Callboard's.`,
    );
  }
  await migrate(database);
}
