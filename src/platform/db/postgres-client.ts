import KnexPostgresClient, { type PostgresStatement } from 'knex/lib/dialects/postgres/index.js';
import pg from 'pg';
import { hasOutdatedPlan } from './violations';
import { writeLimit } from './written-limit';

const mostPrepared = 500;

/** The statements that a connection has run, with the names of those that it has prepared. */
type Known = Map<string, string | undefined>;

// Texts with `?`, as Knex makes them, and the same with `$1`, as Postgres takes them.
const positioned = new Map<string, string>();

let names = 0;
let knownOn = new WeakMap<object, Known>();

/** The name to prepare a statement by, from its second use on the connection on. */
function nameOf(connection: object, sql: string): string | undefined {
  const known = knownOn.get(connection) ?? new Map<string, string | undefined>();
  knownOn.set(connection, known);
  if (!known.has(sql)) {
    if (known.size < mostPrepared) known.set(sql, undefined);
    return undefined;
  }
  const name = known.get(sql) ?? `callboard_${(names += 1)}`;
  known.set(sql, name);
  return name;
}

/**
 * Knex's Postgres client, which has statements prepared that a connection runs again: planning the reading of one action, of eight tables,
 * costs Postgres ten times what running it does. Postgres goes on planning by the values where that pays.
 */
export class PostgresClient extends KnexPostgresClient {
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
}

function isInTransaction(connection: object): boolean {
  return !(connection instanceof pg.Client) || connection.getTransactionStatus() !== 'I';
}
