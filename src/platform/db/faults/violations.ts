import { text } from './error-fields';
import { OutdatedRead } from './outdated-read';

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

/** Whether a statement waited too long for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return text(error, 'code') === '55P03' || text(error, 'code').startsWith('SQLITE_BUSY');
}

/** Whether Postgres refuses a prepared statement because its result columns have changed. */
export function hasOutdatedPlan(error: unknown): boolean {
  return text(error, 'code') === '0A000' && text(error, 'routine') === 'RevalidateCachedQuery';
}

/**
 * Whether Postgres rolled back a transaction because of concurrent ones, so a retry may succeed.
 */
export function isSerializationFailure(error: unknown): boolean {
  if (error instanceof OutdatedRead) return true;
  return ['40001', '40P01'].includes(text(error, 'code')) || hasOutdatedPlan(error);
}
