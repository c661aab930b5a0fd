import type { Reader } from './reader';

/** What a role of Postgres may do, and the limits of its sessions. */
export interface RoleRights {
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
