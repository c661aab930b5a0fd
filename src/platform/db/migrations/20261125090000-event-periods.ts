import type { Knex } from 'knex';
import { runAll } from './table-kit';

const tables = ['events', 'agent_news'];

/** The number of periods that an event stands for, if it is of a kind that repeats. */
export async function up(db: Knex): Promise<void> {
  await runAll(
    db,
    tables.map((table) => `alter table ${table} add column period_count integer`),
  );
}

/** Drops what `up` added. */
export async function down(db: Knex): Promise<void> {
  await runAll(
    db,
    tables.map((table) => `alter table ${table} drop column period_count`),
  );
}
