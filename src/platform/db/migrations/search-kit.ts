import type { Knex } from 'knex';
import { isPostgres, oneOfCheck } from './table-kit';

/** The searched texts of a type of record, in SQL in which `@` is the record's row. */
export interface Source {
  readonly table: string;
  /** The part of its triggers' names that differs from the table's name. */
  readonly name?: string;
  readonly type: string;
  readonly title: string;
  /** The other texts, in the order of `search_entries.body`. */
  readonly texts: readonly string[];
  /** The columns whose changes update the entry. */
  readonly columns: readonly string[];
  /** The condition of the searched rows. Undefined means all rows of the table. */
  readonly only?: string;
}

/** The columns of an entry that its source fills. */
const entryColumns = 'workspace_id, type, id, title, title_words, body';

/** A type of records, with the texts of columns. */
export function source(type: string, title: string, columns: readonly string[]): Source {
  const texts = columns.map((column) => `@${column}`);
  return { table: `${type}s`, type, title: `@${title}`, texts, columns: [title, ...columns] };
}

/** The condition that an entry has one of the types. */
export function typesOf(sources: readonly Source[]): string {
  return oneOfCheck(
    'type',
    sources.map(({ type }) => type),
  );
}

/** Replaces `@` by the name of the row. */
function of(row: string, sql: string): string {
  return sql.replaceAll('@', `${row}.`);
}

/** The title, its words and the body of a row: the last three of `entryColumns`. */
function searchedOf(db: Knex, { title, texts }: Source, row: string): string[] {
  const array = isPostgres(db)
    ? `json_build_array(${texts.join(', ')})::text`
    : `json_array(${texts.join(', ')})`;
  return [title, `search_words(substr(${title}, 1, 500))`, array].map((sql) => of(row, sql));
}

/** The entry of a row, in the order of `entryColumns`. */
function entryOf(db: Knex, from: Source, row: string): string {
  return [`${row}.workspace_id`, `'${from.type}'`, `${row}.id`, ...searchedOf(db, from, row)].join(
    ', ',
  );
}

/** Functions and triggers that maintain the entries of a table on Postgres. */
export function postgresTriggers(db: Knex, from: Source): string[] {
  const { table, name = table, columns, only = 'true' } = from;
  const changed = columns.map((column) => `old.${column} is distinct from new.${column}`);
  const call = `for each row when (${of('new', only)}`;
  return [
    `create function search_${name}() returns trigger language plpgsql as $$
     begin
       insert into search_entries (${entryColumns}) values (${entryOf(db, from, 'new')})
       on conflict (workspace_id, id) do update
         set title = excluded.title, title_words = excluded.title_words, body = excluded.body;
       return null;
     end $$`,
    // One statement for all rows, because Postgres would compile the terms again for each row.
    `create function search_${name}_added() returns trigger language plpgsql as $$
     begin
       insert into search_entries (${entryColumns})
       select ${entryOf(db, from, 'added')} from added where ${of('added', only)};
       return null;
     end $$`,
    `create trigger search_${name}_insert after insert on ${table} referencing new table as added
       for each statement execute function search_${name}_added()`,
    `create trigger search_${name}_update after update of ${columns.join(', ')} on ${table}
       ${call} and (${changed.join(' or ')})) execute function search_${name}()`,
    `create trigger search_${name}_delete after delete on ${table} for each row execute function search_forget()`,
  ];
}

/** Triggers that maintain the entries of a table on SQLite. */
export function sqliteTriggers(db: Knex, from: Source): string[] {
  const { table, name = table, columns, only = 'true' } = from;
  const changed = columns.map((column) => `old.${column} is not new.${column}`);
  const [title, words, body] = searchedOf(db, from, 'new');
  return [
    `create trigger search_${name}_insert after insert on ${table} when ${of('new', only)} begin
       insert into search_entries (${entryColumns}) values (${entryOf(db, from, 'new')});
     end`,
    `create trigger search_${name}_update after update of ${columns.join(', ')} on ${table}
       when ${of('new', only)} and (${changed.join(' or ')}) begin
       update search_entries set title = ${title}, title_words = ${words}, body = ${body}
        where workspace_id = new.workspace_id and id = new.id;
     end`,
    `create trigger search_${name}_delete after delete on ${table} begin
       delete from search_entries where workspace_id = old.workspace_id and id = old.id;
     end`,
  ];
}

/** The prefix of the ids of each type. The rest of an id sorts by time. */
const prefixes: Readonly<Record<string, string>> = {
  action: 'act_',
  project: 'prj_',
  order: 'ord_',
  document: 'doc_',
  question: 'qst_',
  agent: 'agt_',
  note: 'not_',
  proposal: 'ppl_',
};

/** The entries that are added in one transaction. */
const batch = 500;

/**
 * Adds entries of the next records of a workspace, in the order in which the records were created,
 * because a search with too many matches finds the last entries. `after` is the last id of the
 * earlier ones without its prefix. Returns the last one of these; undefined when there is none.
 */
export async function addEntries(
  db: Knex,
  sources: readonly Source[],
  { workspaceId, after }: { readonly workspaceId: string; readonly after: string },
): Promise<string | undefined> {
  const rows = (from: Source): { readonly sql: string; readonly start: string } => ({
    sql: `from ${from.table} as item where item.workspace_id = :workspaceId and item.id > :${from.type}
      and item.id < :${from.type}End and ${of('item', from.only ?? 'true')}`,
    start: prefixes[from.type] ?? '',
  });
  const within = (end: string) =>
    Object.fromEntries(
      sources.flatMap((from) => {
        const { start } = rows(from);
        return [
          [from.type, `${start}${after}`],
          [`${from.type}End`, `${start}${end}`],
        ];
      }),
    );
  // Ids have only letters and digits behind the prefix.
  const bindings = { workspaceId, ...within('~') };
  const keys = sources
    .map(
      (from) =>
        `select * from (select substr(item.id, 5) as key ${rows(from).sql} order by item.id limit ${batch}) as ${from.type}_keys`,
    )
    .join(' union all ');
  const found = await db
    .from(db.raw(`(${keys} order by key limit ${batch}) as found`, bindings))
    .max({ last: 'key' })
    .first();
  const last: unknown = found?.last;
  if (typeof last !== 'string') return undefined;
  const entries = sources
    .map((from) => `select ${entryOf(db, from, 'item')} ${rows(from).sql}`)
    .join(' union all ');
  await db.raw(
    `with added (${entryColumns}) as (${entries})
     insert into search_entries (${entryColumns})
     select * from added where true order by substr(id, 5)
     on conflict (workspace_id, id) do nothing`,
    { workspaceId, ...within(`${last}!`) },
  );
  return last;
}

/** Adds the entries of all workspaces at once. */
export async function addAllEntries(db: Knex, sources: readonly Source[]): Promise<void> {
  const ids: string[] = await db('workspaces').orderBy('id').pluck('id');
  for (const workspaceId of ids) {
    let after: string | undefined = '';
    while (after !== undefined) after = await addEntries(db, sources, { workspaceId, after });
  }
}
