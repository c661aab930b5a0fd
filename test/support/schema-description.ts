import type { Database } from '../../src/platform/db/connect';
import { createReader } from '../../src/platform/db/transaction';

// A trigger's definition says nothing of whether it is enabled.
const onPostgres = `
  select table_name || '.' || column_name as name,
         concat_ws(' ', data_type, character_maximum_length, is_nullable, column_default, collation_name,
           identity_generation, generation_expression) as sql
    from information_schema.columns where table_schema = 'public'
  union all select indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
  union all select tgname, pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
  union all select proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
  order by 1, 2`;

interface Part {
  readonly name: string;
  readonly sql: string;
}

/** Every table, index, constraint, trigger and function by name, and every column with its type: what a schema comes down to. */
export async function describeSchema(database: Database): Promise<Part[]> {
  const sql =
    database.dialect === 'sqlite'
      ? "select name, sql from sqlite_master where name not like 'sqlite_%' order by name"
      : onPostgres;
  const parts = await createReader(database).rows<Part>((db) => db.raw(sql));
  // Knex's own tables come with the first step and stay.
  const own = parts.filter(({ name }) => !name.startsWith('knex_'));
  // SQLite quotes the name of a table that was renamed in its own way.
  return own.map(({ name, sql }) => ({ name, sql: sql.replaceAll(/[`"]/g, '') }));
}
