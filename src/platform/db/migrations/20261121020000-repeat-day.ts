import type { Knex } from 'knex';
import { runAll } from './table-kit';

/**
 * The intended day of the month of a repeating action, for months in which it is due earlier
 * because they are shorter.
 */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    'alter table actions add column repeat_day integer check (repeat_day between 1 and 31)',
  ]);
}

/** Drops what `up` added. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['alter table actions drop column repeat_day']);
}
