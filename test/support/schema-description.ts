import type { Database } from '../../src/platform/db/connect';
import { readHand } from '../../src/platform/db/hands';

// A trigger's definition says nothing of whether it is enabled.
const onPostgres = `
  select table_name || '.' || column_name as name, data_type || is_nullable || coalesce(generation_expression, '') as sql
    from information_schema.columns where table_schema = 'public'
  union all select indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
  union all select tgname, pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
  union all select proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
  order by 1, 2`;

/** Every table, index, constraint, trigger and function by name, and every column with its type: what a schema comes down to. */
export async function describeSchema(database: Database): Promise<unknown[]> {
  const sql =
    database.dialect === 'sqlite'
      ? "select name, sql from sqlite_master where name not like 'sqlite_%' order by name"
      : onPostgres;
  return readHand(database).rows((db) => db.raw(sql));
}
