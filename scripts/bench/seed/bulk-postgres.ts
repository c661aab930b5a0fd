import type { Knex } from 'knex';
import { connect } from '../../../src/platform/db/connect';
import { batchesOf, columnsOf, largeTables, replacedTrigger, type Bulk, type Row } from './bulk';
import { withKnownWords } from './known-words';

const maxRows = 1000;

/** Runs the work on the database of the URL, and updates the statistics of the planner. */
export async function fillPostgres(
  url: string,
  work: (bulk: Bulk) => Promise<void>,
): Promise<void> {
  const database = connect(url, { poolSize: 1, responseMs: 'none' });
  try {
    await fillWithoutIndexes(database.knex, work);
  } finally {
    await database.close();
  }
}

async function fillWithoutIndexes(knex: Knex, work: (bulk: Bulk) => Promise<void>): Promise<void> {
  // Statements for a million rows may take longer than the limit for requests.
  await knex.raw('set statement_timeout = 0');
  const tables = largeTables.map((table) => `'${table}'::regclass`).join(', ');
  const list = async (sql: string): Promise<{ drop: string; create: string }[]> =>
    (await knex.raw<{ rows: { drop: string; create: string }[] }>(sql)).rows;
  // Drop foreign keys first and create them last, because actions and notes refer to each other.
  const parts = [
    ...(await list(
      `select 'alter table ' || conrelid::regclass || ' drop constraint ' || conname as drop,
         'alter table ' || conrelid::regclass || ' add constraint ' || conname || ' ' || pg_get_constraintdef(oid) as create
         from pg_constraint where contype = 'f' and conrelid in (${tables})`,
    )),
    ...(await list(
      `select 'drop index ' || indexrelid::regclass as drop, pg_get_indexdef(indexrelid) as create from pg_index
        where indrelid in (${tables}) and indexrelid not in (select conindid from pg_constraint)`,
    )),
    // Generated columns cost less when they are computed for all rows at once, with known words.
    ...(await list(
      `select 'alter table ' || attrelid::regclass || ' drop column ' || attname as drop,
         'alter table ' || attrelid::regclass || ' add column ' || attname || ' ' || format_type(atttypid, atttypmod)
           || case when attnotnull then ' not null' else '' end
           || ' generated always as (' || pg_get_expr(adbin, adrelid) || ') stored' as create
         from pg_attribute join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attgenerated = 's' and attrelid in (${tables})`,
    )),
    // The trigger that inserts an action's search entry.
    {
      drop: `alter table ${replacedTrigger.table} disable trigger ${replacedTrigger.name}`,
      create: `alter table ${replacedTrigger.table} enable trigger ${replacedTrigger.name}`,
    },
  ];
  for (const { drop } of parts) await knex.raw(drop);
  const typeOf = await typesOfColumns(knex);
  await work({
    async insert(table, rows) {
      for (const batch of batchesOf(rows, maxRows)) await insert(knex, table, batch, typeOf);
    },
  });
  await withKnownWords(knex, async () => {
    for (const { create } of parts.toReversed()) await knex.raw(create);
  });
  await knex.raw('vacuum analyze');
}

/** The SQL type of a table's column. */
type TypeOf = (table: string, column: string) => string;

async function typesOfColumns(knex: Knex): Promise<TypeOf> {
  const { rows } = await knex.raw<{ rows: { key: string; type: string }[] }>(
    `select attrelid::regclass || '.' || attname as key, format_type(atttypid, atttypmod) as type
       from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`,
  );
  const types = new Map(rows.map(({ key, type }) => [key, type]));
  return (table, column) => types.get(`${table}.${column}`) ?? 'text';
}

// Sends arrays of columns, which Postgres reads faster than an array of objects.
async function insert(
  knex: Knex,
  table: string,
  rows: readonly Row[],
  typeOf: TypeOf,
): Promise<void> {
  const [first = {}] = rows;
  const { own, common } = columnsOf(rows);
  const names = (columns: readonly string[]): string =>
    columns.map((column) => `"${column}"`).join(', ');
  const given = common.map((column) => `?::${typeOf(table, column)}`);
  const lists = own.map((column) => `?::${typeOf(table, column)}[]`);
  const values = [
    ...common.map((column) => first[column] ?? null),
    ...own.map((column) => arrayOf(rows.map((row) => row[column] ?? null))),
  ];
  await knex.raw(
    `insert into ${table} (${names([...common, ...own])})
     select ${[...given, names(own)].join(', ')} from unnest(${lists.join(', ')}) as rows (${names(own)})`,
    values,
  );
}

// An array literal of Postgres.
function arrayOf(values: readonly Row[string][]): string {
  const items = values.map((value) =>
    value === null ? 'null' : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`,
  );
  return `{${items.join(',')}}`;
}
