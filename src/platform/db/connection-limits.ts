import { execute } from './connections';
import type { Database } from './connect';
import { isUnknownStatement } from './faults';
import { createReader } from './reader';

/** What the server says about connections. */
interface ConnectionLimits {
  /** The connections that the role may have, without those that are reserved for superusers. */
  readonly available: number;
  /** Whether a pooler is between this process and the server. */
  readonly isPooled: boolean;
}

const limitsQuery = `
  select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
    ) as available`;

/** Asks Postgres for its limit of connections. Undefined on SQLite. */
export async function findConnectionLimits(
  database: Database,
): Promise<ConnectionLimits | undefined> {
  const { connections, dialect, knex } = database;
  if (dialect === 'sqlite') return undefined;
  const row = await createReader(database).first<{ available: number }>((db) =>
    db.raw(limitsQuery),
  );
  const isPooled = await connections.read(async (connection) => {
    // A pooler has told another process id when the connection was made.
    const told = typeof connection === 'object' && connection !== null && 'processID' in connection;
    const result = await execute(
      knex.client,
      connection,
      knex.raw('select pg_backend_pid() as pid').toSQL(),
    );
    return told && connection.processID !== pidOf(result);
  });
  return { available: row?.available ?? Number.MAX_SAFE_INTEGER, isPooled };
}

const tries = 4;

/**
 * Whether the pooler in front of Postgres keeps prepared statements. One that does not, and has
 * several connections to Postgres, soon refuses a statement that another connection has prepared.
 */
export async function keepsPrepared(database: Database, poolSize: number): Promise<boolean> {
  const reader = createReader(database);
  const prepare = () => reader.first((db) => db.raw('select ?::int as one', [1]));
  try {
    for (let round = 0; round < tries; round += 1) {
      await Promise.all(Array.from({ length: poolSize }, prepare));
    }
    return true;
  } catch (error) {
    if (isUnknownStatement(error)) return false;
    throw error;
  }
}

function pidOf(result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('rows' in result)) return undefined;
  const [row]: unknown[] = Array.isArray(result.rows) ? result.rows : [];
  return typeof row === 'object' && row !== null && 'pid' in row ? row.pid : undefined;
}
