import { setTimeout as pause } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import BetterSqlite3Client, {
  type ClientStatement,
} from 'knex/lib/dialects/better-sqlite3/index.js';
import { Prepared } from '../statements/prepared';
import { addSearchFunctions } from './search-functions';
import { sqliteDriver } from './sqlite-driver';
import { createPrivately } from './sqlite-file';
import { isLockTimeout } from '../faults/violations';
import { writeLimit } from '../statements/written-limit';

const maxPrepared = 500;
/** Milliseconds that a statement waits for a lock of another process. */
export const maxWaitMs = 5_000;

// Statements are prepared once per connection, because preparing most costs more than running them.
const preparedOn = new WeakMap<BetterSqlite3.Database, Map<string, Prepared>>();

function prepare(connection: BetterSqlite3.Database, sql: string): Prepared {
  const statements = preparedOn.get(connection) ?? new Map<string, Prepared>();
  preparedOn.set(connection, statements);
  const known = statements.get(sql);
  if (known !== undefined) return known;
  // The columns of prepared statements may change.
  if (/^\s*(alter|create|drop)\b/i.test(sql)) statements.clear();
  const [oldest] = statements.size >= maxPrepared ? statements.keys() : [];
  if (oldest !== undefined) statements.delete(oldest);
  const prepared = new Prepared(connection.prepare<unknown[], unknown[]>(sql));
  statements.set(sql, prepared);
  return prepared;
}

function run(
  connection: BetterSqlite3.Database,
  statement: ClientStatement,
  bindings: unknown[],
): ClientStatement {
  const prepared = prepare(connection, statement.sql);
  if (prepared.isQuery) {
    statement.response = prepared.rows(bindings);
  } else {
    const changes = prepared.write(bindings);
    statement.response = { changes };
    statement.context = { changes };
  }
  return statement;
}

// Changing the journal of a new file needs an exclusive lock, and SQLite refuses concurrent
// attempts without waiting.
async function enableWriteAheadLog(connection: BetterSqlite3.Database): Promise<void> {
  connection.pragma('busy_timeout = 0');
  const end = performance.now() + maxWaitMs;
  for (;;) {
    try {
      connection.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > end) throw error;
      await pause(10);
    }
  }
}

/**
 * Knex's better-sqlite3 client with foreign keys, commits that survive a power cut, and writers
 * that queue at BEGIN instead of failing later.
 */
export class SqliteClient extends BetterSqlite3Client {
  override initializeDriver(): void {
    this.driver = sqliteDriver();
  }

  override async acquireRawConnection(): Promise<BetterSqlite3.Database> {
    const settings: { filename?: unknown } = this.connectionSettings;
    const { filename } = settings;
    if (typeof filename === 'string' && filename !== ':memory:') createPrivately(filename);
    const connection: BetterSqlite3.Database = await super.acquireRawConnection();
    await enableWriteAheadLog(connection);
    connection.pragma(`busy_timeout = ${maxWaitMs}`);
    connection.pragma('foreign_keys = ON');
    connection.pragma(`synchronous = ${this.isDurable() ? 'FULL' : 'OFF'}`);
    // SQLite's own lower() knows ASCII only. Postgres makes one character of one.
    connection.function('unicode_lower', { deterministic: true }, (text) =>
      typeof text === 'string' ? text.replaceAll('İ', 'i').toLowerCase() : text,
    );
    addSearchFunctions(connection);
    return connection;
  }

  override async _query(
    connection: BetterSqlite3.Database,
    statement: ClientStatement,
  ): Promise<unknown> {
    // A transaction that reads before it writes would otherwise fail with SQLITE_BUSY_SNAPSHOT, for
    // which no timeout applies.
    if (statement.sql === 'BEGIN;') statement.sql = 'BEGIN IMMEDIATE;';
    try {
      return run(connection, statement, this._formatBindings(statement.bindings));
    } catch (error) {
      // The connection returns to the pool, so a failed transaction must not stay open on it.
      if (statement.sql === 'COMMIT;' && connection.inTransaction) connection.exec('ROLLBACK');
      throw error;
    }
  }

  override queryCompiler(builder: unknown, bindings?: unknown) {
    return writeLimit(super.queryCompiler(builder, bindings));
  }

  /** Like Knex's, but the result of an insert is the number of rows instead of the last rowid. */
  override processResponse(statement: ClientStatement, runner: unknown): unknown {
    if (statement.method === 'insert' && statement.returning === undefined) {
      return statement.context?.changes ?? 0;
    }
    return super.processResponse(statement, runner);
  }

  private isDurable(): boolean {
    const settings: { options?: { durable?: boolean } } = this.connectionSettings;
    return settings.options?.durable !== false;
  }
}
