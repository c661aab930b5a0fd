import { Socket } from 'node:net';
import type { Knex } from 'knex';
import KnexPostgresClient, { type PostgresStatement } from 'knex/lib/dialects/postgres/index.js';
import pg from 'pg';
import { hasOutdatedPlan } from '../faults/violations';
import { writeLimit } from '../statements/written-limit';

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
