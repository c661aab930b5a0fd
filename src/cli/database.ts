import { connect, type Database } from '../platform/db/connect';
import type { Config } from '../platform/config';
import { isBusy, isLockTimeout, storageFault } from '../platform/db/faults';
import { createReader } from '../platform/db/reader';
import { isUnused, migrate, schemaState } from '../platform/db/schema/schema';
import { TakeoverError } from '../platform/db/schema/takeover';
import { storageFaultMessage } from '../platform/http/responses/error-to-problem';
import { SECOND } from '../platform/time';
import { CommandError } from './failure';

/** How a command uses the database. */
export interface DatabaseUse {
  /**
   * Whether the duration of statements depends on the amount of data, or the command waits for a
   * file or a person between statements.
   */
  readonly takesLong?: boolean;
}

/**
 * Opens the configured database, calls `work` and closes the database, also after errors. Throws a
 * CommandError if the database does not respond or cannot store anything. A statement without a
 * time limit is cancelled if the server no longer responds to a second connection.
 */
export async function withDatabase<T>(
  config: Config,
  work: (database: Database) => Promise<T>,
  { takesLong = false }: DatabaseUse = {},
): Promise<T> {
  const database = connect(config.databaseUrl, {
    poolSize: config.databasePoolSize,
    ...(takesLong ? { responseMs: 'none' } : {}),
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
const maxFailedProbes = 3;

// A second connection shows whether the server hangs or the statement is only slow.
function watch(database: Database): () => void {
  let failedProbes = 0;
  const timer = setInterval(() => {
    createReader(database.probe())
      .first((db) => db.raw('select 1'))
      .then(
        () => (failedProbes = 0),
        () => (failedProbes += 1) === maxFailedProbes && database.cut(),
      );
  }, watchEveryMs);
  return () => clearInterval(timer);
}

/**
 * Converts an error of a database that does not respond, cannot store or cannot be taken over into a
 * CommandError. Returns any other error unchanged.
 */
export function databaseProblem({ description }: Database, error: unknown): unknown {
  if (error instanceof TakeoverError) return new CommandError(error.message);
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
    `${description} does not respond (${reason}). Check that it runs and that DATABASE_URL leads to it.`,
  );
}

/**
 * Checks that this version can use the database's schema, and migrates an empty database. Throws a
 * CommandError that says what to do about any other schema.
 */
export async function ensureSchema(database: Database): Promise<void> {
  const { state, missing } = await schemaState(database);
  if (state === 'current' || state === 'compatible') return;
  if (state === 'newer') {
    throw new CommandError(
      'The database was migrated by a newer version of Callboard. Run that version, or restore a backup.',
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
