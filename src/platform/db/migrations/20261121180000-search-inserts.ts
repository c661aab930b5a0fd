import type { Knex } from 'knex';
import { entryColumns, entryOf, of, searched, type Source } from './20261121070000-search';
import { isPostgres, runAll } from './table-kit';

/**
 * On Postgres, makes the triggers index all inserted rows with one statement, because one statement
 * for each row compiled the expression of the terms each time. SQLite has only row triggers.
 */
export async function up(db: Knex): Promise<void> {
  if (!isPostgres(db)) return;
  for (const source of searched()) await runAll(db, statementTrigger(db, source));
}

/** Restores the row triggers. */
export async function down(db: Knex): Promise<void> {
  if (!isPostgres(db)) return;
  for (const source of searched()) await runAll(db, rowTrigger(source));
}

function statementTrigger(db: Knex, source: Source): string[] {
  const { table, only = 'true' } = source;
  return [
    `create function search_${table}_added() returns trigger language plpgsql as $$
     begin
       insert into search_entries (${entryColumns})
       select ${entryOf(db, source, 'added')} from added where ${of('added', only)};
       return null;
     end $$`,
    `drop trigger search_${table}_insert on ${table}`,
    `create trigger search_${table}_insert after insert on ${table} referencing new table as added
       for each statement execute function search_${table}_added()`,
  ];
}

function rowTrigger({ table, only = 'true' }: Source): string[] {
  return [
    `drop trigger search_${table}_insert on ${table}`,
    `drop function search_${table}_added()`,
    `create trigger search_${table}_insert after insert on ${table} for each row when (${of('new', only)})
       execute function search_${table}()`,
  ];
}
