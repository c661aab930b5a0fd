import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { connect, sqliteFile, type ConnectOptions, type Database } from '../platform/db/connect';
import { type Config, variableOf } from '../platform/config';
import {
  hasNoConnectionLeft,
  isBusy,
  isLockTimeout,
  poolerFault,
  refusalOf,
  refusedSetting,
  storageFault,
} from '../platform/db/faults';
import { createReader } from '../platform/db/reader';
import { DriverError } from '../platform/db/sqlite/sqlite-driver';
import { isUnused, migrate, schemaState } from '../platform/db/schema/schema';
import { TakeoverError } from '../platform/db/schema/takeover';
import { storageFaultMessage } from '../platform/http/responses/error-to-problem';
import { SECOND } from '../platform/time';
import { CommandError, PoolerError, UsageError } from './failure';
import { codeOf, isThere } from './files/whole-file';

/** The variables with URLs of databases. */
type DatabaseVariable = 'DATABASE_URL' | 'TARGET_DATABASE_URL' | 'DATABASE_MIGRATE_URL';

/** How a command uses the database. */
export interface DatabaseUse {
  /**
   * Whether the duration of statements depends on the amount of data, or the command waits for a
   * file or a person between statements.
   */
  readonly takesLong?: boolean;
  /** Whether the command may create the SQLite file. Default false: a wrong path is an error. */
  readonly mayCreate?: boolean;
  /** Whether an SQLite file keeps its mode of journal, so that a new connection writes nothing. */
  readonly keepsJournal?: boolean;
  /** The variable that has `databaseUrl`, for messages. Default `DATABASE_URL`. */
  readonly variable?: 'DATABASE_URL' | 'TARGET_DATABASE_URL';
}

/**
 * Opens the configured database, calls `work` and closes the database, also after errors. Throws a
 * CommandError if the database does not respond or cannot store anything. A statement without a
 * time limit is cancelled if the server no longer responds to a second connection.
 */
export async function withDatabase<T>(
  config: Config,
  work: (database: Database) => Promise<T>,
  {
    takesLong = false,
    mayCreate = false,
    keepsJournal = false,
    variable = 'DATABASE_URL',
  }: DatabaseUse = {},
): Promise<T> {
  if (!mayCreate) checkExists(config.databaseUrl, variable);
  const database = takesLong ? openPastPooler(config) : openDatabase(config, { keepsJournal });
  const stopWatching = takesLong ? watch(database) : undefined;
  try {
    return await work(database);
  } catch (error) {
    database.cut();
    const isPast = takesLong && config.databaseMigrateUrl !== '';
    throw databaseProblem(database, error, isPast ? 'DATABASE_MIGRATE_URL' : variable);
  } finally {
    stopWatching?.();
    await database.close();
  }
}

/**
 * Throws a CommandError if the SQLite file of a URL does not exist. SQLite would create an empty one,
 * which hides that the path is wrong.
 */
export function checkExists(
  url: string,
  variable: NonNullable<DatabaseUse['variable']> = 'DATABASE_URL',
): void {
  const path = sqliteFile(url);
  if (path === undefined || isThere(path)) return;
  const name = variableOf(variable);
  const how =
    variable === 'DATABASE_URL'
      ? `Set ${name}, or create it with callboard setup.`
      : `Set ${name}, or create it with callboard migrate, whose DATABASE_URL names it.`;
  throw new CommandError(`The database ${path} does not exist. ${how}`);
}

/**
 * Opens the configured database; the first statement makes the first connection. Throws a
 * CommandError if the URL is wrong, or a DriverError without the SQLite driver.
 */
export function openDatabase(config: Config, options: Omit<ConnectOptions, 'poolSize'>): Database {
  const { databaseUrl, databasePoolSize: poolSize, databasePooler: pooler } = config;
  return open('DATABASE_URL', databaseUrl, { poolSize, pooler, ...options });
}

// A transaction of a million rows changes the same pages of many indexes again and again. SQLite
// writes those that do not fit into its cache, and reads them again: with 8 MB, it wrote 156 GB for
// a workspace of 7 GB.
const maxCacheKiB = 256_000;
const minCacheKiB = 8_000;
const shareOfMemory = 1 / 8;

function cacheOfLongWork(): number {
  const share = Math.round((process.availableMemory() / 1024) * shareOfMemory);
  return Math.min(Math.max(share, minCacheKiB), maxCacheKiB);
}

/** Opens the database for statements that take long, past the pooler if that has a URL. */
function openPastPooler(config: Config): Database {
  const options = { responseMs: 'none', cacheKiB: cacheOfLongWork() } as const;
  if (config.databaseMigrateUrl === '') return openDatabase(config, options);
  return open('DATABASE_MIGRATE_URL', config.databaseMigrateUrl, options);
}

function open(name: DatabaseVariable, url: string, options: ConnectOptions): Database {
  try {
    return connect(url, options);
  } catch (error) {
    if (error instanceof DriverError) throw error;
    const reason = error instanceof Error ? error.message.replace(/\.$/, '') : 'unknown';
    throw new CommandError(`${variableOf(name)} cannot be used: ${reason}.`);
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
        (error: unknown) => {
          // A server without a connection left has responded.
          failedProbes = hasNoConnectionLeft(error) ? 0 : failedProbes + 1;
          if (failedProbes === maxFailedProbes) database.cut();
        },
      );
  }, watchEveryMs);
  return () => clearInterval(timer);
}

/**
 * Converts an error of a database that does not respond, cannot store or cannot be taken over into a
 * CommandError. Returns any other error unchanged.
 */
export function databaseProblem(
  { description, file }: Database,
  error: unknown,
  name: DatabaseVariable = 'DATABASE_URL',
): unknown {
  const variable = variableOf(name);
  if (error instanceof CommandError || error instanceof UsageError) return error;
  if (error instanceof TakeoverError) return new CommandError(error.message);
  const storage = storageFault(error);
  if (storage !== undefined) {
    const refused = file === undefined ? undefined : refusedPath(file);
    if (refused !== undefined) {
      return new CommandError(
        `This user may not read and write ${refused}. Run the command as the user of the server, or correct ${variable}.`,
      );
    }
    return new CommandError(
      `${description} cannot store anything. ${storageFaultMessage(storage)}`,
    );
  }
  if (isLockTimeout(error)) {
    return new CommandError(`${description} is locked by another process. Try again.`);
  }
  const pooler = poolerFault(error);
  if (pooler !== undefined) return poolerProblem(description, pooler, error, name);
  const setting = refusedSetting(error);
  if (setting !== undefined) {
    return new CommandError(
      `${description} does not accept a setting of the URL: ${setting}. Correct the parameters of ${variable}.`,
    );
  }
  const refusal = refusalOf(error);
  if (refusal !== undefined) {
    return new CommandError(`${description} cannot be used: ${refusal}. Check ${variable}.`);
  }
  if (!isBusy(error)) return error;
  const reason = error instanceof Error ? error.message.replace(/^.* - /s, '') : 'unknown';
  return new CommandError(
    `${description} does not respond (${reason}). Check that it runs and that ${variable} leads to it.`,
  );
}

/** What to set for a pooler, which refuses the settings or the statements of a session. */
function poolerProblem(
  description: string,
  fault: NonNullable<ReturnType<typeof poolerFault>>,
  error: unknown,
  name: DatabaseVariable,
): PoolerError {
  const reason = error instanceof Error ? error.message : 'unknown';
  const seen =
    fault === 'settings'
      ? `A pooler that takes no settings of a session is in front of ${description} (${reason}).`
      : `A pooler that does not keep prepared statements is in front of ${description}.`;
  if (name === 'DATABASE_MIGRATE_URL') {
    return new PoolerError(seen, 'Set it to the server itself, past the pooler.', name);
  }
  const more = reason.endsWith(' options') ? ', and remove options from the URL.' : '.';
  const advice =
    fault === 'settings'
      ? `Set it to transaction${more}`
      : 'Set it to transaction, or max_prepared_statements of PgBouncer 1.21 or later above 0.';
  return new PoolerError(seen, advice, 'DATABASE_POOLER');
}

/** The SQLite file or its folder if this user cannot use it; undefined if it can use both. */
function refusedPath(file: string): string | undefined {
  return [file, dirname(file)].find((path) => {
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
      return false;
    } catch (error) {
      return codeOf(error) === 'EACCES';
    }
  });
}

/** What to do about a schema that this version does not know. */
export const newerSchema =
  'The database was migrated by a newer version of Callboard. Run that version, or restore a backup.';

/**
 * Checks that this version can use the database's schema, and migrates an empty database. Throws a
 * CommandError that says what to do about any other schema.
 */
export async function ensureSchema(database: Database): Promise<void> {
  const { state, missing } = await schemaState(database);
  if (state === 'current' || state === 'compatible') return;
  if (state === 'newer') {
    throw new CommandError(newerSchema);
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
