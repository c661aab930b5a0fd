import { Socket } from 'node:net';
import type { Knex } from 'knex';
import KnexPostgresClient, { type PostgresStatement } from 'knex/lib/dialects/postgres/index.js';
import pg from 'pg';
import { hasOutdatedPlan } from './faults';
import { writeLimit } from './statements/columns';

const maxPrepared = 500;
// An insert of many rows has another text for each number of rows, and the plan that Postgres
// stores is many times as long.
const maxPreparedLength = 20_000;
/** Milliseconds that the server has to close an unused connection. */
const closeTimeoutMs = 500;

/** The names of the prepared statements of a connection by their texts. */
type StatementNames = Map<string, string>;

let lastNumber = 0;
let namesOf = new WeakMap<object, StatementNames>();

/** The name of a prepared statement; undefined if it is too long or the connection has too many. */
function nameOf(connection: object, sql: string): string | undefined {
  const names = namesOf.get(connection) ?? new Map<string, string>();
  namesOf.set(connection, names);
  const name = names.get(sql);
  if (name !== undefined || names.size >= maxPrepared || sql.length > maxPreparedLength)
    return name;
  const newName = `callboard_${(lastNumber += 1)}`;
  names.set(sql, newName);
  return newName;
}

/**
 * Knex's Postgres client with prepared statements. Planning the query of one action, which joins
 * eight tables, costs Postgres ten times as much as running it. Postgres still plans by the values
 * where that is worth it.
 */
export class PostgresClient extends KnexPostgresClient {
  private readonly sockets = new Set<Socket>();
  private isCut = false;

  constructor(config: Knex.Config) {
    super(config);
    Object.assign(this.connectionSettings, { stream: () => this.openSocket() });
  }

  override async acquireRawConnection(): Promise<unknown> {
    if (this.isCut) throw new Error('Connection terminated');
    return super.acquireRawConnection();
  }

  /**
   * Closes all connections at once, including those that are connecting or wait for a response, and
   * opens no others. Their statements fail.
   */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /**
   * Whether the pool may use the connection. After a timeout, pg destroys the socket of the
   * connection.
   */
  override async validateConnection(connection: unknown): Promise<boolean> {
    return connection instanceof pg.Client && !connection.connection.stream.destroyed;
  }

  /** Like Knex's, but with a timeout for servers that do not respond. */
  override async destroyRawConnection(connection: pg.Client): Promise<void> {
    const cut = setTimeout(() => connection.connection.stream.destroy(), closeTimeoutMs);
    try {
      await super.destroyRawConnection(connection);
    } finally {
      clearTimeout(cut);
    }
  }

  override queryCompiler(builder: unknown, bindings?: unknown) {
    return writeLimit(super.queryCompiler(builder, bindings));
  }

  override async _query(connection: object, statement: PostgresStatement): Promise<unknown> {
    const { sql, bindings = [], options } = statement;
    const name = bindings.length === 0 ? undefined : nameOf(connection, sql);
    if (name === undefined) return super._query(connection, statement);
    statement.options = { ...options, name };
    try {
      return await super._query(connection, statement);
    } catch (error) {
      if (!hasOutdatedPlan(error)) throw error;
      // A migration has changed a table, so prepare all statements again, by new names.
      namesOf = new WeakMap();
      // Within a transaction a retry is impossible, and could even run after its end.
      if (isInTransaction(connection)) throw error;
      statement.options = { ...options };
      return super._query(connection, statement);
    }
  }

  private openSocket(): Socket {
    const socket = new Socket();
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    return socket;
  }
}

function isInTransaction(connection: object): boolean {
  return !(connection instanceof pg.Client) || connection.getTransactionStatus() !== 'I';
}

const lockTimeoutMs = 5_000;
const statementTimeoutMs = 30_000;
const idleInTransactionMs = 60_000;
// The server ends a statement at its timeout. If no response comes shortly afterwards, none will.
const marginMs = 5_000;

/** Timeouts for Postgres, in milliseconds. */
export interface PostgresTimeouts {
  /** For establishing a connection. Default 5,000. */
  readonly connectMs?: number;
  /**
   * For the response to a statement; then its connection is destroyed. `none` for commands whose
   * statements take long with large data, and which may be idle in a transaction while they read a
   * file. Default: 5,000 more than the server's own timeout for a statement.
   */
  readonly responseMs?: number | 'none';
}

/**
 * Knex configuration for a Postgres URL. Throws an Error of one sentence when it names no database.
 */
export function postgresConfig(
  url: string,
  poolSize: number,
  timeouts: PostgresTimeouts = {},
): Knex.Config {
  parse(url);
  const { connectMs = 5_000, responseMs = answerTimeoutOf(url) } = timeouts;
  const connection: object = {
    connectionString: url,
    application_name: 'callboard',
    lock_timeout: lockTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // If the network drops packets, the server does not notice, and an open transaction would keep
    // its locks.
    ...(responseMs === 'none'
      ? {}
      : { query_timeout: responseMs, idle_in_transaction_session_timeout: idleInTransactionMs }),
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    pipeline: true,
    options: '-c TimeZone=UTC',
    types: { getTypeParser },
  };
  return {
    client: PostgresClient,
    connection,
    pool: { min: 0, max: poolSize },
  };
}

/** The timeout for responses by the `statement_timeout` of a URL, in milliseconds; 0 is none. */
function answerTimeoutOf(url: string): number | 'none' {
  const { searchParams } = new URL(url);
  const ms = Number(searchParams.get('statement_timeout') ?? statementTimeoutMs);
  return ms > 0 ? ms + marginMs : 'none';
}

/**
 * The URL for people: user, host or folder of the socket, port and database, without the password
 * and the parameters.
 */
export function postgresDescription(url: string): string {
  const { username, hostname, port, pathname } = parse(url);
  const user = username === '' ? '' : `${username}@`;
  return `PostgreSQL ${user}${hostname || 'local'}:${port || '5432'}${pathname}`;
}

function parse(url: string): Pick<URL, 'username' | 'hostname' | 'port' | 'pathname'> {
  try {
    const { username, hostname, port, pathname } = new URL(url);
    if (pathname.length < 2) throw new Error('There is no database.');
    return {
      username: decodeURIComponent(username),
      hostname: decodeURIComponent(hostname),
      port,
      pathname,
    };
  } catch {
    throw new Error(
      'A Postgres database URL is postgres://USER:PASSWORD@HOST:PORT/DATABASE, with special characters of the password percent-encoded.',
    );
  }
}

type Parser = (text: string) => unknown;

// For our connections only; pg's setTypeParser would change every pool of the process.
function getTypeParser(oid: number, format?: 'text' | 'binary'): Parser {
  const { builtins } = pg.types;
  if (oid === builtins.TIMESTAMPTZ) return instant;
  if (oid === builtins.INT8 || oid === builtins.NUMERIC) return Number;
  if (oid === builtins.JSON || oid === builtins.JSONB) return String;
  return pg.types.getTypeParser(oid, format ?? 'text');
}

/** `2026-11-21 06:17:00.1+00` as `2026-11-21T06:17:00.100Z`. */
function instant(text: string): string {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/.exec(text);
  if (parts === null) return new Date(text).toISOString();
  const [, day = '', time = '', fraction = ''] = parts;
  return `${day}T${time}.${fraction.padEnd(3, '0')}Z`;
}
