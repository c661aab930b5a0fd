import type { Database } from './connect';
import { execute } from './connections';
import { isUnknownStatement } from './faults';
import { createReader, type Reader } from './reader';

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

/** What a role of Postgres may do, and the limits of its sessions. */
interface RoleRights {
  readonly role: string;
  readonly isSuperuser: boolean;
  /** Whether it may create tables, which migrations do. */
  readonly mayCreate: boolean;
  /** Some of the tables that it may not read and write. */
  readonly refusedTables: readonly string[];
  /** Milliseconds, as text such as `30s`; `0` is no limit. */
  readonly statementTimeout: string;
}

const rightsQuery = `
  select current_user as role,
    (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
    has_schema_privilege(current_schema(), 'CREATE') as may_create,
    current_setting('statement_timeout') as statement_timeout,
    array(
      select tablename::text from pg_tables
      where schemaname = current_schema()
        and not (
          has_table_privilege(quote_ident(schemaname) || '.' || quote_ident(tablename), 'SELECT')
          and has_table_privilege(quote_ident(schemaname) || '.' || quote_ident(tablename), 'INSERT')
          and has_table_privilege(quote_ident(schemaname) || '.' || quote_ident(tablename), 'UPDATE')
          and has_table_privilege(quote_ident(schemaname) || '.' || quote_ident(tablename), 'DELETE')
        )
      order by tablename limit 5
    ) as refused_tables`;

interface RightsRow {
  readonly role: string;
  readonly is_superuser: boolean;
  readonly may_create: boolean;
  readonly statement_timeout: string;
  readonly refused_tables: readonly string[];
}

/** Reads the rights of the role that `DATABASE_URL` names. Undefined on SQLite. */
export async function findRoleRights(reader: Reader): Promise<RoleRights | undefined> {
  if (reader.dialect === 'sqlite') return undefined;
  const row = await reader.first<RightsRow>((db) => db.raw(rightsQuery));
  return (
    row && {
      role: row.role,
      isSuperuser: row.is_superuser,
      mayCreate: row.may_create,
      refusedTables: row.refused_tables,
      statementTimeout: row.statement_timeout,
    }
  );
}

/** Whether the server is a standby, which takes no writes. Undefined on SQLite. */
export async function findStandby(reader: Reader): Promise<boolean | undefined> {
  if (reader.dialect === 'sqlite') return undefined;
  const row = await reader.first<{ standby: boolean }>((db) =>
    db.raw('select pg_is_in_recovery() as standby'),
  );
  return row?.standby;
}
