import type { Knex } from 'knex';
import { countedSince as countedBefore } from './20261128140000-files';
import { createStoredTriggers, dropStoredTriggers, type CountedTable } from './stored-kit';
import { createIndexes, createTable, isPostgres, runAll } from './table-kit';

const views: CountedTable = { table: 'saved_views', columns: ['name', 'query'] };

/** The tables that count from this step on. */
export const countedSince: readonly CountedTable[] = [...countedBefore, views];

/**
 * Lists of actions that are stored under a name: `query` is a JSON object of their parameters. And
 * the order of finished actions, the latest first.
 */
export async function up(db: Knex): Promise<void> {
  await createTable(db, views.table, (kit) => {
    kit.identity();
    kit.text('name');
    kit.text('sort_key').defaultTo('');
    kit.text('query');
    kit.flag('shared');
    kit.authored();
  });
  await createStoredTriggers(db, views);
  await createIndexes(db, {
    saved_views_name: 'saved_views (workspace_id, sort_key, id)',
    saved_views_creator: 'saved_views (workspace_id, created_by_actor_id)',
    // As the other sort orders of page.ts, but in this direction only.
    actions_completed_down: 'actions (workspace_id, (completed_at is not null), completed_at, id)',
  });
  await runAll(db, isPostgres(db) ? sortKeysOnPostgres : sortKeysOnSqlite);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['drop index actions_completed_down']);
  await dropStoredTriggers(db, views);
  await db.schema.dropTable(views.table);
}

// As those of names of other tables: see `sort-keys`.
const sortKey = `substr(search_fold(substr(new.name, 1, 200)), 1, 200)`;
const setSortKey = `update saved_views set sort_key = ${sortKey}
  where workspace_id = new.workspace_id and id = new.id and sort_key <> ${sortKey};`;
const sortKeysOnSqlite = [
  `create trigger saved_views_sort_key_insert after insert on saved_views
     begin ${setSortKey} end`,
  `create trigger saved_views_sort_key_update after update of name on saved_views
     when old.name is not new.name begin ${setSortKey} end`,
];
const sortKeysOnPostgres = [
  `create trigger saved_views_sort_key before insert or update of name on saved_views
     for each row execute function set_sort_key_of_name()`,
];
