import type { Logger } from 'pino';

/** A constraint that a write violates, with its columns and its name as far as they are known. */
export interface Violation {
  readonly kind: 'unique' | 'foreign_key' | 'check' | 'not_null';
  /** Columns of a unique index or not-null constraint, without their table. */
  readonly columns: readonly string[];
  /** The constraint's name; SQLite reports it for checks only. */
  readonly constraint: string | undefined;
}

const sqliteKinds: Readonly<Record<string, Violation['kind']>> = {
  SQLITE_CONSTRAINT_UNIQUE: 'unique',
  SQLITE_CONSTRAINT_PRIMARYKEY: 'unique',
  SQLITE_CONSTRAINT_FOREIGNKEY: 'foreign_key',
  SQLITE_CONSTRAINT_CHECK: 'check',
  SQLITE_CONSTRAINT_NOTNULL: 'not_null',
};

const postgresKinds: Readonly<Record<string, Violation['kind']>> = {
  23505: 'unique',
  23503: 'foreign_key',
  23514: 'check',
  23502: 'not_null',
};

/** The violated constraint of a database error, or undefined for other errors. */
export function violation(error: unknown): Violation | undefined {
  const code = text(error, 'code');
  const onPostgres = postgresKinds[code];
  if (onPostgres !== undefined) {
    const column = text(error, 'column');
    const key = /^Key \((.*?)\)=/.exec(text(error, 'detail'))?.[1];
    return {
      kind: onPostgres,
      columns: column === '' ? (key?.split(', ') ?? []) : [column],
      constraint: text(error, 'constraint') || undefined,
    };
  }
  const kind = sqliteKinds[code];
  if (kind === undefined) return undefined;
  // Knex prepends the statement to SQLite's own message.
  const named = / constraint failed: ([^:]*)$/.exec(text(error, 'message'))?.[1] ?? '';
  if (kind === 'check') return { kind, columns: [], constraint: named || undefined };
  const columns = named === '' ? [] : named.split(', ').map((name) => name.replace(/^.*\./, ''));
  return { kind, columns, constraint: undefined };
}

/** Whether a transaction has failed because its workspace is moving and takes no events. */
export function takesNoEvents(error: unknown): boolean {
  const violated = violation(error);
  return violated?.kind === 'not_null' && violated.columns.includes('last');
}

/** Whether a statement waited too long for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return text(error, 'code') === '55P03' || text(error, 'code').startsWith('SQLITE_BUSY');
}

/** Whether the server of Postgres, or a limit of the role or database, allows no more connections. */
export function hasNoConnectionLeft(error: unknown): boolean {
  return text(error, 'code') === '53300';
}

/** Whether Postgres refuses a prepared statement because its result columns have changed. */
export function hasOutdatedPlan(error: unknown): boolean {
  return text(error, 'code') === '0A000' && text(error, 'routine') === 'RevalidateCachedQuery';
}

/** Whether a connection of Postgres does not have a prepared statement, or has another of its name. */
export function isUnknownStatement(error: unknown): boolean {
  return ['26000', '42P05'].includes(text(error, 'code'));
}

/**
 * Whether Postgres rolled back a transaction because of concurrent ones, so a retry may succeed.
 */
export function isSerializationFailure(error: unknown): boolean {
  if (error instanceof OutdatedRead) return true;
  return ['40001', '40P01'].includes(text(error, 'code')) || hasOutdatedPlan(error);
}

/**
 * A commit was sent and no response came, so the transaction may be committed or not. A retry finds
 * out, because the transaction also stores the idempotency key of the request.
 */
export class UnknownOutcome extends Error {
  constructor(cause: unknown) {
    super('The database did not confirm the commit.', { cause });
  }
}

// SQLSTATE classes 08 (connection), 53 (resources: disk, memory, connections), 57P (shutdown), and
// 57014 (statement timeout).
const busyStates = /^(08...|53...|57P0.|57014)$/;
const busyOnSqlite = /^SQLITE_(LOCKED|NOMEM|IOERR_NOMEM|PROTOCOL)/;
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
]);
const lostConnection =
  /^(Connection terminated|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Unable to acquire a connection)/;

/**
 * Whether the same request may succeed later: after a lock timeout, a deadlock or another timeout,
 * or when the database is unreachable or its storage accepts no writes.
 */
export function isBusy(error: unknown): boolean {
  if (isLockTimeout(error) || isSerializationFailure(error)) return true;
  if (storageFault(error) !== undefined || isUnanswered(error)) return true;
  if (error instanceof UnknownOutcome) return true;
  const code = text(error, 'code');
  return busyStates.test(code) || busyOnSqlite.test(code);
}

/** Whether the database did not respond: it is unreachable, or the connection was lost or cut. */
function isUnanswered(error: unknown): boolean {
  if (unreachable.has(text(error, 'code')) || text(error, 'syscall') === 'connect') return true;
  if (text(error, 'name') === 'KnexTimeoutError') return true;
  return lostConnection.test(text(error, 'message').replace(/^.* - /s, ''));
}

// SQLSTATE 28 (authorization), 3D000 (no such database) and 42501 (insufficient privilege); TLS
// errors of Node; and what pg says without a code.
const refusedCode = /^(28...|3D000|42501)$|^SQLITE_(NOTADB|CORRUPT)|^ERR_(TLS|SSL)|CERT/;
const refusedMessage =
  /SSL|SASL|certificate|self-signed|sslmode|no such file or directory, open|permission denied, open|on a directory, read|directory does not exist/i;

/**
 * Why a database refuses to be used as its URL says, without a full stop: a wrong user, password or
 * name, missing rights, TLS, or a file of another kind. Undefined for other errors.
 */
export function refusalOf(error: unknown): string | undefined {
  const message = text(error, 'message')
    .replace(/^.* - /s, '')
    .replace(/\.$/, '');
  const isRefused = refusedCode.test(text(error, 'code')) || refusedMessage.test(message);
  return isRefused ? message : undefined;
}

/**
 * A setting of the URL that Postgres does not accept, as a message without a full stop: SQLSTATE
 * 22023 (invalid parameter value), 42704 (undefined object) and 42601 (syntax error) of a session
 * that begins, or of the settings that a transaction begins with. Undefined for other errors.
 */
export function refusedSetting(error: unknown): string | undefined {
  const message = text(error, 'message').replace(/^.* - /s, '');
  const isSetting = /^(22023|42704|42601)$/.test(text(error, 'code'));
  const isOfUrl = text(error, 'severity') === 'FATAL' || / for parameter "/.test(message);
  return isSetting && isOfUrl ? message : undefined;
}

/**
 * How a pooler shows that it gives each transaction another connection: it takes no `settings` of a
 * session (SQLSTATE 08P01), or its connections do not have the `statements` that this process has
 * prepared. Undefined for other errors.
 */
export function poolerFault(error: unknown): 'settings' | 'statements' | undefined {
  if (isUnknownStatement(error)) return 'statements';
  const isSettings = /unsupported startup parameter/.test(text(error, 'message'));
  return isSettings && text(error, 'code') === '08P01' ? 'settings' : undefined;
}

/**
 * The error to throw when a commit fails. Postgres may have committed before it shut down or lost
 * the connection (SQLSTATE 57P0x, 08xxx). SQLite may find a commit that it could not flush when it
 * opens the file again.
 */
export function failedCommit(error: unknown): unknown {
  const code = text(error, 'code');
  const isUnknown =
    isUnanswered(error) || /^(57P0.|08...)$/.test(code) || code.startsWith('SQLITE_IOERR');
  return isUnknown ? new UnknownOutcome(error) : error;
}

/** Why the database cannot write: the disk is full, it is read-only, or its disk or files fail. */
export type StorageFault = 'full' | 'read_only' | 'failing';

// https://www.sqlite.org/rescode.html. Out of memory is no storage fault, and a retry does not
// repair a damaged file.
const failingOnSqlite = /^SQLITE_(CANTOPEN|IOERR(?!_(NOMEM|CORRUPTFS|DATA)))/;

/**
 * The storage fault that a database error reports; undefined for other errors. Postgres: disk_full,
 * io_error, read_only_sql_transaction, which a standby raises too
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
export function storageFault(error: unknown): StorageFault | undefined {
  const code = text(error, 'code');
  if (code === 'SQLITE_FULL' || code === '53100') return 'full';
  if (code.startsWith('SQLITE_READONLY') || code === '25006') return 'read_only';
  return code === '58030' || failingOnSqlite.test(code) ? 'failing' : undefined;
}

/**
 * A row that was read without a lock is another one now. The transaction is rolled back and run
 * again, like one that Postgres could not serialize.
 */
export class OutdatedRead extends Error {}

/** A text field of an error of a driver or of Node; the empty string if it has none. */
function text(error: unknown, key: string): string {
  if (typeof error !== 'object' || error === null) return '';
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
}

const maxAttempts = 4;

/**
 * Runs a transaction, and retries it after a deadlock or a serialization failure on Postgres.
 * Throws the error of the last attempt.
 */
export async function withRetries<T>(log: Logger, work: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempts === maxAttempts || !isSerializationFailure(error)) throw error;
      log.warn(
        { err: error, tries: attempts },
        'The database has rolled back a transaction; retrying it',
      );
    }
  }
}

/**
 * Runs work again that a migration has ended and undone whole: a single query or another migration.
 * They meet in a deadlock when the migration locks several tables, and behind a pooler a single
 * query is a transaction, in which a statement cannot be prepared again.
 */
export async function afterDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work();
    } catch (error) {
      const isUndone = text(error, 'code') === '40P01' || hasOutdatedPlan(error);
      if (attempts === maxAttempts || !isUndone) throw error;
    }
  }
}
