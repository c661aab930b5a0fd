import { Socket } from 'node:net';
import type { Knex } from 'knex';
import KnexPostgresClient, { type PostgresStatement } from 'knex/lib/dialects/postgres/index.js';
import pg from 'pg';
import { hasOutdatedPlan } from '../faults/violations';
import { writeLimit } from '../statements/written-limit';

const mostPrepared = 500;
// What inserts many rows has a text for each number of them, and Postgres keeps what it has made of it, which is many times as long.
const longestPrepared = 20_000;
/** Milliseconds that the server has to close a connection that is not used any more. */
const goodbyeMs = 500;

/** The names of the statements that a connection has prepared. */
type Known = Map<string, string>;

// Texts with `?`, as Knex makes them, and the same with `$1`, as Postgres takes them.
const positioned = new Map<string, string>();

let names = 0;
let knownOn = new WeakMap<object, Known>();

/** The name to prepare a statement by; undefined for one that is not worth it, or when there are enough. */
function nameOf(connection: object, sql: string): string | undefined {
  const known = knownOn.get(connection) ?? new Map<string, string>();
  knownOn.set(connection, known);
  const name = known.get(sql);
  if (name !== undefined || known.size >= mostPrepared || sql.length > longestPrepared) return name;
  const made = `callboard_${(names += 1)}`;
  known.set(sql, made);
  return made;
}

/**
 * Knex's Postgres client, which has statements prepared, since a connection runs them again: planning the reading of one action, of eight
 * tables, costs Postgres ten times what running it does. Postgres goes on planning by the values where that pays.
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
   * Closes all connections at once, those too that are being made or wait for an answer: their
   * statements fail. There are no others.
   */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /**
   * Whether the pool may give the connection to somebody: pg destroys the socket of one whose
   * answer did not come in time.
   */
  override async validateConnection(connection: unknown): Promise<boolean> {
    return connection instanceof pg.Client && !connection.connection.stream.destroyed;
  }

  /** Like Knex's, which would wait for a server that does not answer. */
  override async destroyRawConnection(connection: pg.Client): Promise<void> {
    const cut = setTimeout(() => connection.connection.stream.destroy(), goodbyeMs);
    try {
      await super.destroyRawConnection(connection);
    } finally {
      clearTimeout(cut);
    }
  }

  override queryCompiler(builder: unknown, bindings?: unknown) {
    return writeLimit(super.queryCompiler(builder, bindings));
  }

  /** Like Knex's, which goes through the whole text each time. */
  override positionBindings(sql: string): string {
    const known = positioned.get(sql);
    if (known !== undefined) return known;
    const text = super.positionBindings(sql);
    if (positioned.size < mostPrepared) positioned.set(sql, text);
    return text;
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
      // A migration has changed a table. Names are not used twice, so everything is prepared anew.
      knownOn = new WeakMap();
      // A transaction is lost; and what is sent now might come after its end.
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
