import type { Knex } from 'knex';
import { connect } from '../../../src/platform/db/connect';
import { batchesOf, columnsOf, large, replacedTrigger, type Bulk, type Row } from './bulk';
import { withKnownWords } from './known-words';

const mostRows = 1000;

/** Runs the work on the database of that URL, and gathers statistics. */
export async function inBulkOnPostgres(
  url: string,
  work: (bulk: Bulk) => Promise<void>,
): Promise<void> {
  const database = connect(url, { poolSize: 1 });
  try {
    await fillWithout(database.knex, work);
  } finally {
    await database.close();
  }
}

async function fillWithout(knex: Knex, work: (bulk: Bulk) => Promise<void>): Promise<void> {
  // As long as it takes for a million rows, which no statement of a request has.
  await knex.raw('set statement_timeout = 0');
  const tables = large.map((table) => `'${table}'::regclass`).join(', ');
  const list = async (sql: string): Promise<{ drop: string; make: string }[]> =>
    (await knex.raw<{ rows: { drop: string; make: string }[] }>(sql)).rows;
  // References first: they are in nobody's way then, and actions and notes refer to each other.
  const parts = [
    ...(await list(
      `select 'alter table ' || conrelid::regclass || ' drop constraint ' || conname as drop,
         'alter table ' || conrelid::regclass || ' add constraint ' || conname || ' ' || pg_get_constraintdef(oid) as make
         from pg_constraint where contype = 'f' and conrelid in (${tables})`,
    )),
    ...(await list(
      `select 'drop index ' || indexrelid::regclass as drop, pg_get_indexdef(indexrelid) as make from pg_index
        where indrelid in (${tables}) and indexrelid not in (select conindid from pg_constraint)`,
    )),
    // Their expressions are cheaper to compute of all rows at once, with the words known.
    ...(await list(
      `select 'alter table ' || attrelid::regclass || ' drop column ' || attname as drop,
         'alter table ' || attrelid::regclass || ' add column ' || attname || ' ' || format_type(atttypid, atttypmod)
           || case when attnotnull then ' not null' else '' end
           || ' generated always as (' || pg_get_expr(adbin, adrelid) || ') stored' as make
         from pg_attribute join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attgenerated = 's' and attrelid in (${tables})`,
    )),
    // The search index writes an action's entry.
    {
      drop: `alter table ${replacedTrigger.table} disable trigger ${replacedTrigger.name}`,
      make: `alter table ${replacedTrigger.table} enable trigger ${replacedTrigger.name}`,
    },
  ];
  for (const { drop } of parts) await knex.raw(drop);
  const typed = await typesOfColumns(knex);
  await work({
    async insert(table, rows) {
      for (const batch of batchesOf(rows, mostRows)) await insert(knex, table, batch, typed);
    },
  });
  await withKnownWords(knex, async () => {
    for (const { make } of parts.toReversed()) await knex.raw(make);
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

// By columns, which Postgres reads in less time than objects.
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

// As Postgres reads it.
function arrayOf(values: readonly Row[string][]): string {
  const items = values.map((value) =>
    value === null ? 'null' : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`,
  );
  return `{${items.join(',')}}`;
}
