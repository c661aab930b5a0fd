import type { Knex } from 'knex';
import { isPostgres, runAll } from './table-kit';

const columns = ['repeat_time_zone', 'repeat_due_local', 'repeat_defer_local'];

/**
 * The time zone in which an action repeats, and the intended local times of an occurrence whose
 * times a change of clocks skips. Rules that exist have no time zone, which means UTC: their
 * occurrences stay the same.
 */
export async function up(db: Knex): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text';
  await runAll(
    db,
    columns.map((column) => `alter table actions add column ${column} ${text}`),
  );
}

/** Drops what `up` added. */
export async function down(db: Knex): Promise<void> {
  await runAll(
    db,
    columns.map((column) => `alter table actions drop column ${column}`),
  );
}
