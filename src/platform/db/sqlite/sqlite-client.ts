import { closeSync, openSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import BetterSqlite3Client, {
  type ClientStatement,
} from 'knex/lib/dialects/better-sqlite3/index.js';
import { betweenTexts } from '../../search-letters';
import { cutWord, isCut, lowerCase } from '../../search-within';
import { fold, partsOf, wordsOf } from '../../search-words';
import { isLockTimeout } from '../faults';
import { writeLimit } from '../statements/columns';
import { sqliteDriver } from './sqlite-driver';

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
    const { durable, keepsJournal } = this.options();
    if (typeof filename === 'string' && filename !== ':memory:' && !keepsJournal) {
      createPrivately(filename);
    }
    const connection: BetterSqlite3.Database = await super.acquireRawConnection();
    if (!keepsJournal) await enableWriteAheadLog(connection);
    connection.pragma(`busy_timeout = ${maxWaitMs}`);
    connection.pragma('foreign_keys = ON');
    // Otherwise the file keeps the bytes of deleted rows, such as the address of an erased person.
    connection.pragma('secure_delete = ON');
    connection.pragma(`synchronous = ${durable ? 'FULL' : 'OFF'}`);
    // SQLite's own lower() knows ASCII only.
    connection.function('unicode_lower', { deterministic: true }, (text) =>
      typeof text === 'string' ? lowerCase(text) : text,
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

  private options(): { readonly durable: boolean; readonly keepsJournal: boolean } {
    const settings: { options?: { durable?: boolean; keepsJournal?: boolean } } =
      this.connectionSettings;
    const { durable = true, keepsJournal = false } = settings.options ?? {};
    return { durable, keepsJournal };
  }
}

/**
 * Creates the file of a new database, readable by its owner only; SQLite gives its `-wal` and
 * `-shm` files the same mode. Does not change an existing file, whose mode is the operator's
 * decision, and ignores errors, which SQLite reports.
 */
function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // The file exists, or SQLite cannot create it either.
  }
}

/** Whether the mode of a file lets other users of the machine read or write it. */
export function isOpenToOthers(path: string): boolean {
  // Windows has access lists instead of modes.
  if (process.platform === 'win32') return false;
  const { mode = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return (mode & 0o077) !== 0;
}

/** The maximum number of characters that `search_texts` collects, and one text more. */
const maxCharacters = 200_000;

/**
 * Adds the functions that the triggers of the migration `search` call; Postgres has them in SQL.
 */
export function addSearchFunctions(connection: BetterSqlite3.Database): void {
  connection.function('search_words', { deterministic: true }, (text) =>
    typeof text === 'string' ? searchWords(text) : '',
  );
  connection.function('search_tokens', { deterministic: true }, (workspaceId, type, title, body) =>
    searchTokens(String(workspaceId).slice(-16), String(type), [
      String(title),
      ...textsOfEntry(String(body)),
    ]),
  );
  connection.function('search_fold', { deterministic: true }, (text) =>
    typeof text === 'string' ? fold(text) : '',
  );
  // All strings within a JSON value, joined by spaces, or null.
  connection.function('search_texts', { deterministic: true }, (json) =>
    typeof json === 'string' ? textsIn(JSON.parse(json)) : null,
  );
}

/**
 * The words of a text with a space around each, like `search_words` on both databases.
 */
export function searchWords(text: string): string {
  const words = wordsOf(text);
  return words.length === 0 ? '' : ` ${words.join(' ')} `;
}

// Every token begins with the workspace, so that a search reads only tokens of its own. Words have
// an underscore behind it, which no word contains, and parts of words have none.
function searchTokens(key: string, type: string, texts: readonly string[]): string {
  const words = wordsOf(
    texts.map((text) => text.replaceAll(betweenTexts, ' ')).join(` ${betweenTexts} `),
  );
  const parts = partsOf(words);
  return [`_${type}`, ...(isCut(texts, words, parts) ? [cutWord] : []), ...words]
    .map((word) => `${key}_${word}`)
    .concat(parts.map((part) => `${key}${part}`))
    .join(' ');
}

function textsOfEntry(body: string): string[] {
  const texts: unknown = JSON.parse(body);
  return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : [];
}

function textsIn(value: unknown): string | null {
  const found: string[] = [];
  let length = 0;
  for (const text of everyText(value)) {
    found.push(text);
    length += text.length + 1;
    if (length > maxCharacters) break;
  }
  return found.length === 0 ? null : found.join(' ');
}

function* everyText(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const child of Object.values(value)) yield* everyText(child);
}

type Row = Record<string, unknown>;

/**
 * A prepared statement of SQLite. It reads rows as arrays of values, because the driver creates the
 * strings of all column names for each object, which costs as much as reading the row.
 */
class Prepared {
  readonly isQuery: boolean;
  private columnCount = 0;
  private toRow: (values: readonly unknown[]) => Row = () => ({});

  constructor(private readonly statement: BetterSqlite3.Statement<unknown[], unknown[]>) {
    this.isQuery = statement.reader;
    if (this.isQuery) statement.raw();
  }

  /** The rows as objects. */
  rows(bindings: readonly unknown[]): Row[] {
    const rows = this.statement.all(bindings);
    // The columns of `*` change when another process migrates the schema.
    if (rows[0] !== undefined && rows[0].length !== this.columnCount) {
      const columns = this.statement.columns().map(({ name }) => name);
      this.columnCount = columns.length;
      this.toRow = compileRow(columns);
    }
    return rows.map(this.toRow);
  }

  /** Runs a write and returns the number of affected rows. */
  write(bindings: readonly unknown[]): number {
    return this.statement.run(bindings).changes;
  }
}

/**
 * Compiles the function that makes an object of a row's values. An object that gets its columns one
 * by one is a hash table to V8 and costs 20 times as much. With the function, `getAction` serves a
 * seventh more requests.
 */
function compileRow(columns: readonly string[]): (values: readonly unknown[]) => Row {
  const members = columns.map((name, index) => `${JSON.stringify(name)}: values[${index}]`);
  // oxlint-disable-next-line typescript/no-implied-eval -- Statements of ours name the columns.
  const row = new Function('values', `return { ${members.join(', ')} };`);
  return (values) => row(values);
}
