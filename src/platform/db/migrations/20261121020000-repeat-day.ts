import type { Knex } from 'knex';
import { runAll } from './table-kit';

/**
 * The day of the month that a repeating action is due on, where a shorter month has moved it to its
 * last one.
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
