import type { Knex } from 'knex';
import { finishTable, isPostgres, runAll } from './table-kit';

/** The tables whose lists are sorted by a title or name, with its column. */
const sorted = [
  { table: 'actions', column: 'title', hasIndex: true },
  { table: 'projects', column: 'title', hasIndex: true },
  { table: 'documents', column: 'title', hasIndex: true },
  { table: 'domains', column: 'name', hasIndex: true },
  { table: 'orders', column: 'name', hasIndex: false },
  { table: 'actors', column: 'name', hasIndex: false },
] as const;

const indexed = sorted.filter(({ hasIndex }) => hasIndex);

/**
 * Adds the keys by which lists are sorted by title or name, so that case and accents make no
 * difference, and the databases agree. Triggers set them. `finish` sets them in existing rows.
 */
export async function up(db: Knex): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text';
  for (const { table } of sorted) {
    await runAll(db, [`alter table ${table} add column sort_key ${text} not null default ''`]);
    if ((await db(table).first()) === undefined) continue;
    await db('step_progress').insert({ table_name: table, after_workspace: '', after_id: '' });
  }
  for (const { table, column } of indexed) {
    await runAll(db, [
      `drop index ${table}_${column}`,
      `create index ${table}_sort_key on ${table} (workspace_id, sort_key, id)`,
    ]);
  }
  await runAll(db, isPostgres(db) ? onPostgres : onSqlite);
}

/** Sets the keys of the next rows; false when all are set. */
export async function finish(db: Knex): Promise<boolean> {
  for (const { table, column } of sorted) {
    const key = { sort_key: db.raw(`substr(search_fold(substr(${column}, 1, 200)), 1, 200)`) };
    if (await finishTable(db, table, (rows) => rows.update(key))) return true;
  }
  return false;
}

/** Drops what `up` added. */
export async function down(db: Knex): Promise<void> {
  for (const { table, column } of indexed) {
    await runAll(db, [
      `drop index ${table}_sort_key`,
      `create index ${table}_${column} on ${table} (workspace_id, ${column}, id)`,
    ]);
  }
  for (const { table } of sorted) {
    await runAll(
      db,
      isPostgres(db)
        ? [`drop trigger ${table}_sort_key on ${table}`]
        : ['insert', 'update'].map((event) => `drop trigger ${table}_sort_key_${event}`),
    );
    await runAll(db, [`alter table ${table} drop column sort_key`]);
    await db('step_progress').where({ table_name: table }).delete();
  }
  if (!isPostgres(db)) return;
  await runAll(db, [
    'drop function set_sort_key_of_title()',
    'drop function set_sort_key_of_name()',
  ]);
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
