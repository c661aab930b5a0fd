import type { Knex } from 'knex';
import { countedSince as countedBefore } from './20261128040000-audit';
import { createStoredTriggers, dropStoredTriggers, type CountedTable } from './stored-kit';
import { createIndexes, createTable, isPostgres, oneOfCheck, runAll } from './table-kit';

const labels: CountedTable = { table: 'labels', columns: ['name'] };

/** The tables that count from this step on. */
export const countedSince: readonly CountedTable[] = [...countedBefore, labels];

/**
 * Labels, which actions refer to by a JSON array of their ids. A label that was merged into another
 * one names it and has its own id as the key, so that the name is free. Triggers keep
 * `action_labels`, by which lists find the actions of a label.
 */
export async function up(db: Knex): Promise<void> {
  await createTable(db, labels.table, (kit, table) => {
    kit.identity();
    kit.text('name');
    kit.text('name_key');
    kit.text('sort_key').defaultTo('');
    kit.textOrNull('merged_into_id');
    kit.instant('created_at');
    table.unique(['workspace_id', 'name_key'], { indexName: 'labels_name_key' });
  });
  await createStoredTriggers(db, labels);
  await createIndexes(db, {
    labels_listed: 'labels (workspace_id, sort_key, id) where merged_into_id is null',
    labels_merged: 'labels (workspace_id, merged_into_id) where merged_into_id is not null',
  });
  await createTable(db, 'action_labels', (kit, table) => {
    kit.text('workspace_id');
    kit.text('label_id');
    kit.text('action_id');
    kit.flag('is_open');
    table.primary(['workspace_id', 'label_id', 'action_id'], 'action_labels_pk');
    table.index(['workspace_id', 'action_id'], 'action_labels_action');
  });
  await createIndexes(db, {
    action_labels_open: 'action_labels (workspace_id, label_id, action_id) where is_open = true',
  });
  const text = isPostgres(db) ? 'text collate "C"' : 'text';
  await runAll(db, [
    `alter table actions add column label_ids ${text}`,
    ...(isPostgres(db)
      ? [...onPostgres, ...sortKeysOnPostgres]
      : [...onSqlite, ...sortKeysOnSqlite]),
  ]);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await runAll(
    db,
    isPostgres(db)
      ? triggers.map(({ name }) => `drop function ${name}() cascade`)
      : triggers.map(({ name }) => `drop trigger ${name}`),
  );
  await runAll(db, ['alter table actions drop column label_ids']);
  await dropStoredTriggers(db, labels);
  await db.schema.dropTable('action_labels');
  await db.schema.dropTable(labels.table);
}

const isOpen = (row: string): string => oneOfCheck(`${row}.status`, ['inbox', 'ready', 'waiting']);

const remove = `delete from action_labels
  where workspace_id = old.workspace_id and action_id = old.id;`;
const add = (ids: string): string => `insert into action_labels
  (workspace_id, label_id, action_id, is_open)
  select distinct new.workspace_id, one.value, new.id, ${isOpen('new')} from ${ids} as one;`;
const mark = `update action_labels set is_open = ${isOpen('new')}
  where workspace_id = new.workspace_id and action_id = new.id;`;

// `@` is the JSON array of the new row as rows.
const triggers = [
  { name: 'action_labels_insert', event: 'insert', when: 'new.label_ids is not null', run: '@' },
  {
    name: 'action_labels_update',
    event: 'update of label_ids',
    when: `coalesce(old.label_ids, '') <> coalesce(new.label_ids, '')`,
    run: `${remove} @`,
  },
  {
    name: 'action_labels_status',
    event: 'update of status',
    when: `new.label_ids is not null and (${isOpen('old')}) <> (${isOpen('new')})`,
    run: mark,
  },
  { name: 'action_labels_delete', event: 'delete', when: 'old.label_ids is not null', run: remove },
] as const;

// As those of names of other tables: see `sort-keys`.
const sortKey = `substr(search_fold(substr(new.name, 1, 200)), 1, 200)`;
const setSortKey = `update labels set sort_key = ${sortKey}
  where workspace_id = new.workspace_id and id = new.id and sort_key <> ${sortKey};`;
const sortKeysOnSqlite = [
  `create trigger labels_sort_key_insert after insert on labels begin ${setSortKey} end`,
  `create trigger labels_sort_key_update after update of name on labels
     when old.name is not new.name begin ${setSortKey} end`,
];
const sortKeysOnPostgres = [
  `create trigger labels_sort_key before insert or update of name on labels
     for each row execute function set_sort_key_of_name()`,
];

const onSqlite = triggers.map(
  ({ name, event, when, run }) => `create trigger ${name} after ${event} on actions when ${when}
    begin ${run.replace('@', add("json_each(coalesce(new.label_ids, '[]'))"))} end`,
);

const onPostgres = triggers.flatMap(({ name, event, when, run }) => [
  `create function ${name}() returns trigger language plpgsql as $$
   begin
     ${run.replace('@', add("jsonb_array_elements_text(coalesce(new.label_ids, '[]')::jsonb)"))}
     return null;
   end $$`,
  `create trigger ${name} after ${event} on actions for each row when (${when})
     execute function ${name}()`,
]);
