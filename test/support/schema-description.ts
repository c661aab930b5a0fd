import type { Database } from '../../src/platform/db/connect';
import { createReader } from '../../src/platform/db/reader';

// The definition of a trigger does not include whether it is enabled.
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

/**
 * All tables, indexes, constraints, triggers and functions by name, and all columns with their
 * types.
 */
export async function describeSchema(database: Database): Promise<Part[]> {
  const sql =
    database.dialect === 'sqlite'
      ? "select name, sql from sqlite_master where name not like 'sqlite_%' order by name"
      : onPostgres;
  const parts = await createReader(database).rows<Part>((db) => db.raw(sql));
  // Knex's own tables are made with the first migration and remain.
  const own = parts.filter(({ name }) => !name.startsWith('knex_'));
  // SQLite quotes the name of a renamed table differently.
  return own.map(({ name, sql }) => ({ name, sql: sql.replaceAll(/[`"]/g, '') }));
}
