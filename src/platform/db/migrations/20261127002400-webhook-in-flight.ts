import type { Knex } from 'knex';
import { runAll } from './table-kit';

/** How many messages each process sends to a webhook at the same time. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `alter table webhooks add column in_flight integer not null default 2
      constraint webhooks_in_flight_check check (in_flight between 2 and 32)`,
  ]);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['alter table webhooks drop column in_flight']);
}
