import { text } from './error-fields';
import { storageFault } from './storage-faults';
import { isLockTimeout, isSerializationFailure } from './violations';

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
