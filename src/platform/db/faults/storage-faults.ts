import { text } from './error-fields';

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
