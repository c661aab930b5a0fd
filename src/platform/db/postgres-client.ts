import { createHash } from 'node:crypto';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import KnexPostgresClient, { type PostgresStatement } from 'knex/lib/dialects/postgres/index.js';
import pg from 'pg';
import { hasNoConnectionLeft, hasOutdatedPlan, storageFault } from './faults';
import { hostsOf, splitSettings, type DatabasePooler, type PostgresHosts } from './postgres-url';
import { writeLimit } from './statements/columns';

const maxPrepared = 500;
// An insert of many rows has another text for each number of rows, and the plan that Postgres
// stores is many times as long.
const maxPreparedLength = 20_000;
/** Milliseconds until a server that has no connection left is asked again. */
const roomEveryMs = 200;
/** Milliseconds that the server has to close an unused connection. */
const closeTimeoutMs = 500;

/** The names of the prepared statements of a connection by their texts. */
type StatementNames = Map<string, string>;

let namesOf = new WeakMap<object, StatementNames>();
/** How often statements were prepared anew because a migration changed a table. */
let preparedAnew = 0;

/** The name of a prepared statement; undefined if it is too long or the connection has too many. */
function nameOf(connection: object, sql: string): string | undefined {
  const names = namesOf.get(connection) ?? new Map<string, string>();
  namesOf.set(connection, names);
  const name = names.get(sql);
  if (name !== undefined || names.size >= maxPrepared || sql.length > maxPreparedLength)
    return name;
  // From the text, because a pooler may share the statements of its clients by their names.
  const digest = createHash('sha256').update(sql).digest('hex').slice(0, 24);
  const newName = `callboard_${preparedAnew}_${digest}`;
  names.set(sql, newName);
  return newName;
}

/** What the connections of a client need beyond the settings of pg. */
interface ConnectionPlan {
  readonly hosts: PostgresHosts;
  /**
   * The statements that set up a transaction, for a pooler that gives each transaction another
   * connection; undefined where a connection has one session.
   */
  readonly transactionSettings: string | undefined;
  /** Whether statements are prepared: always, unless a pooler would not keep them. */
  readonly prepares: boolean;
  readonly waitsForRoom: boolean;
}

type ServerPlan = Pick<ConnectionPlan, 'hosts' | 'transactionSettings'>;

const plans = new WeakMap<object, ConnectionPlan>();

/** The clients of connections: a transaction of Knex has a client without fields of its own. */
const clientOf = new WeakMap<object, PostgresClient>();

/**
 * Knex's Postgres client with prepared statements. Planning the query of one action, which joins
 * eight tables, costs Postgres ten times as much as running it. Postgres still plans by the values
 * where that is worth it. Behind a pooler of transactions it prepares only if that keeps prepared
 * statements.
 */
export class PostgresClient extends KnexPostgresClient {
  private readonly sockets = new Set<Socket>();
  private isCut = false;
  private readonly plan: ConnectionPlan;
  /** The position of the host that accepted the last connection. */
  private host = 0;
  /** The connections since a server last refused writes. */
  private usable = new WeakSet<object>();

  constructor(config: Knex.Config) {
    super(config);
    const plan = typeof config.connection === 'object' && plans.get(config.connection);
    if (!plan) throw new Error('postgresConfig has not made this configuration.');
    this.plan = plan;
    Object.assign(this.connectionSettings, { stream: () => this.openSocket() });
  }

  /** Whether each transaction may be on another connection of the server. */
  get isPooled(): boolean {
    return this.plan.transactionSettings !== undefined;
  }

  /** The statement that begins a transaction. */
  begin(mode = ''): string {
    return `BEGIN${mode};${this.plan.transactionSettings ?? ''}`;
  }

  /**
   * Opens a connection. While the server has no connection left, tries again until nobody waits for
   * one any more, unless the options say otherwise. Other errors are thrown at once.
   */
  override async acquireRawConnection(): Promise<unknown> {
    for (;;) {
      if (this.isCut) throw new Error('Connection terminated');
      try {
        return await super.acquireRawConnection();
      } catch (error) {
        if (!hasNoConnectionLeft(error) || !this.isAwaited()) throw error;
        await pause(roomEveryMs);
      }
    }
  }

  /** Connects to the first host that can be used, beginning with the one of the last connection. */
  override async _acquireOnlyConnection(): Promise<pg.Client> {
    const { urls, isReadWrite } = this.plan.hosts;
    let failure: unknown;
    let isReadOnly = false;
    for (let tried = 0; tried < urls.length; tried += 1) {
      const host = (this.host + tried) % urls.length;
      try {
        const connection = await this.connectTo(urls[host] ?? urls[0]);
        if (!isReadWrite || (await acceptsWrites(connection))) {
          if (tried > 0) this.host = host;
          this.usable.add(connection);
          clientOf.set(connection, this);
          return connection;
        }
        await this.destroyRawConnection(connection);
        isReadOnly = true;
      } catch (error) {
        if (hasNoConnectionLeft(error)) throw error;
        failure = error;
      }
    }
    throw isReadOnly
      ? Object.assign(new Error('No host accepts writes.'), { code: '25006' })
      : failure;
  }

  private isAwaited(): boolean {
    const { pool, plan } = this;
    if (!plan.waitsForRoom || pool === undefined) return false;
    return 'numPendingAcquires' in pool && pool.numPendingAcquires() > 0;
  }

  private connectTo(url: string): Promise<pg.Client> {
    // Knex reads the settings before it waits for anything.
    Object.assign(this.connectionSettings, { connectionString: url });
    return super._acquireOnlyConnection();
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
    if (!(connection instanceof pg.Client) || !this.usable.has(connection)) return false;
    return !connection.connection.stream.destroyed;
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
    const client = clientOf.get(connection);
    const isNamed = bindings.length > 0 && client?.plan.prepares === true;
    const name = isNamed ? nameOf(connection, sql) : undefined;
    if (name !== undefined) statement.options = { ...options, name };
    // A pooler recognises a statement by its text, whatever its name is.
    if (name !== undefined && preparedAnew > 0) statement.sql = `${sql} /* ${preparedAnew} */`;
    try {
      return await super._query(connection, statement);
    } catch (error) {
      if (storageFault(error) === 'read_only') client?.leaveReadOnly();
      if (!hasOutdatedPlan(error)) throw error;
      // A migration has changed a table, so prepare all statements again, by new names.
      namesOf = new WeakMap();
      preparedAnew += 1;
      // Within a transaction a retry is impossible, and could even run after its end.
      if (isInTransaction(connection)) throw error;
      statement.options = { ...options };
      statement.sql = sql;
      return super._query(connection, statement);
    }
  }

  /** Makes all connections anew, so that the other hosts are asked, as after a failover. */
  private leaveReadOnly(): void {
    if (this.plan.hosts.isReadWrite) this.usable = new WeakSet();
  }

  private openSocket(): Socket {
    const socket = new Socket();
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    return socket;
  }
}

async function acceptsWrites(connection: pg.Client): Promise<boolean> {
  const { rows } = await connection.query<{ transaction_read_only: string }>(
    'show transaction_read_only',
  );
  return rows.every(({ transaction_read_only: isReadOnly }) => isReadOnly === 'off');
}

function isInTransaction(connection: object): boolean {
  return !(connection instanceof pg.Client) || connection.getTransactionStatus() !== 'I';
}

const lockTimeoutMs = 5_000;
const statementTimeoutMs = 30_000;
const idleInTransactionMs = 60_000;

// Other processes wait at most 10 seconds for a connection. The pool uses the one that was released
// last, so only the connections of a burst become idle.
const idleMs = 5_000;
// The server ends a statement at its timeout. If no response comes shortly afterwards, none will.
const marginMs = 5_000;

// Compiling a statement to machine code (`jit`) takes 200 ms, ten times the search index's work for
// one action, and no statement of Callboard runs long enough to gain from it.

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

/** How the connections of a configuration are used. */
export interface PostgresOptions extends PostgresTimeouts {
  /** Default `none`. */
  readonly pooler?: DatabasePooler;
  /**
   * Whether to wait while the server has no connection left, instead of failing with SQLSTATE 53300
   * at once. Default true.
   */
  readonly waitsForRoom?: boolean;
}

/**
 * Knex configuration for a Postgres URL. Throws an Error of one sentence when it names no database.
 */
export function postgresConfig(
  url: string,
  poolSize: number,
  options: PostgresOptions = {},
): Knex.Config {
  parse(url);
  const hosts = hostsOf(url);
  // pg would send `NaN` for a text, and 30 for `30s`.
  for (const one of hosts.urls) splitSettings(one);
  const { connectMs = 5_000, responseMs = answerTimeoutOf(hosts.urls[0]) } = options;
  const settings = {
    lock_timeout: lockTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // If the network drops packets, the server does not notice, and an open transaction would keep
    // its locks.
    ...(responseMs === 'none' ? {} : { idle_in_transaction_session_timeout: idleInTransactionMs }),
  };
  const common = {
    application_name: 'callboard',
    ...(responseMs === 'none' ? {} : { query_timeout: responseMs }),
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser },
  };
  const { pooler = 'none', waitsForRoom = true } = options;
  const isPooled = pooler !== 'none';
  const connection: object = isPooled
    ? common
    : { ...common, ...settings, options: '-c TimeZone=UTC -c jit=off' };
  const plan = isPooled ? pooledPlan(hosts, settings) : directPlan(hosts);
  plans.set(connection, { ...plan, prepares: pooler !== 'transaction', waitsForRoom });
  return {
    client: PostgresClient,
    connection,
    // A connection is waited for as long as something needs it, which has a timeout of its own.
    pool: { min: 0, max: poolSize, createTimeoutMillis: 2 ** 31 - 1, idleTimeoutMillis: idleMs },
  };
}

function directPlan(hosts: PostgresHosts): ServerPlan {
  return { hosts, transactionSettings: undefined };
}

/** A pooler passes no parameters of a connection on, so each transaction sets them for itself. */
function pooledPlan(hosts: PostgresHosts, defaults: Readonly<Record<string, number>>): ServerPlan {
  const [first, ...others] = hosts.urls.map(splitSettings);
  const settings = { ...defaults, ...first?.settings, TimeZone: "'UTC'", jit: 'off' };
  return {
    hosts: { ...hosts, urls: [first?.url ?? '', ...others.map((other) => other.url)] },
    transactionSettings: Object.entries(settings)
      .map(([name, value]) => `SET LOCAL ${name}=${value};`)
      .join(''),
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
  const [{ username, pathname }] = parse(url);
  const user = username === '' ? '' : `${username}@`;
  const hosts = parse(url).map(({ hostname, port }) => `${hostname || 'local'}:${port || '5432'}`);
  return `PostgreSQL ${user}${hosts.join(',')}${pathname}`;
}

type UrlParts = Pick<URL, 'username' | 'hostname' | 'port' | 'pathname'>;

function parse(url: string): [UrlParts, ...UrlParts[]] {
  try {
    const [first, ...others] = hostsOf(url).urls;
    return [partsOf(first), ...others.map(partsOf)];
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('target_session_attrs')) throw error;
    throw new Error(
      'A Postgres database URL is postgres://USER:PASSWORD@HOST:PORT/DATABASE, with special characters of the password percent-encoded.',
      { cause: error },
    );
  }
}

function partsOf(url: string): UrlParts {
  const { username, hostname, port, pathname } = new URL(url);
  if (pathname.length < 2) throw new Error('There is no database.');
  return {
    username: decodeURIComponent(username),
    hostname: decodeURIComponent(hostname),
    port,
    pathname,
  };
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
