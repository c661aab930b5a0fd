import type { Knex } from 'knex';
import { isPostgres, runAll } from './table-kit';

/** The tables whose lists are sorted by a title or name, with its column. */
const sorted = [
  { table: 'actions', column: 'title' },
  { table: 'projects', column: 'title' },
  { table: 'documents', column: 'title' },
  { table: 'domains', column: 'name' },
  { table: 'orders', column: 'name' },
  { table: 'actors', column: 'name' },
] as const;

/**
 * Triggers that set the keys by which lists are sorted by title or name, so that case and accents
 * make no difference, and the databases agree.
 */
export function up(db: Knex): Promise<void> {
  return runAll(db, isPostgres(db) ? onPostgres : onSqlite);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await runAll(
    db,
    isPostgres(db)
      ? ['title', 'name'].map((column) => `drop function set_sort_key_of_${column}() cascade`)
      : sorted.flatMap(({ table }) =>
          ['insert', 'update'].map((event) => `drop trigger ${table}_sort_key_${event}`),
        ),
  );
}

// ASCII only needs lower case, which takes a tenth of the time.
const onPostgres = [
  ...['title', 'name'].map(
    (column) => `create function set_sort_key_of_${column}() returns trigger language plpgsql as $$
     begin
       new.sort_key := case when octet_length(new.${column}) = length(new.${column})
         then lower(left(new.${column}, 200))
         else left(search_fold(left(new.${column}, 200)), 200) end;
       return new;
     end $$`,
  ),
  ...sorted.map(
    ({ table, column }) => `create trigger ${table}_sort_key before insert or update of ${column}
       on ${table} for each row execute function set_sort_key_of_${column}()`,
  ),
];

const onSqlite = sorted.flatMap(({ table, column }) => {
  const key = `substr(search_fold(substr(new.${column}, 1, 200)), 1, 200)`;
  const set = `update ${table} set sort_key = ${key}
        where workspace_id = new.workspace_id and id = new.id and sort_key <> ${key};`;
  return [
    `create trigger ${table}_sort_key_insert after insert on ${table} begin ${set} end`,
    `create trigger ${table}_sort_key_update after update of ${column} on ${table}
       when old.${column} is not new.${column} begin ${set} end`,
  ];
});
