import type { Knex } from 'knex';
import { countedTables } from './20261127001100-stored-bytes';
import { createStoredTriggers, dropStoredTriggers, type CountedTable } from './stored-kit';
import { isPostgres, oneOfCheck, runAll } from './table-kit';

const table = 'agent_requests';

const before = countedTables.filter((counted) => counted.table === table);

const after = before.map(({ columns }) => ({ table, columns: [...columns, 'result'] }));

/** The tables that count from this step on. */
export const countedSince: readonly CountedTable[] = [
  ...countedTables.filter((counted) => counted.table !== table),
  ...after,
];

/** Who executes a permitted proposal, and the outcome as JSON. */
export async function up(db: Knex): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text';
  const rule = `constraint agent_requests_execute_check check (${oneOfCheck('execute', ['on_permit', 'by_agent'])})`;
  await runAll(db, [
    `alter table ${table} add column execute ${text} not null default 'by_agent' ${rule}`,
    `alter table ${table} add column result ${text}`,
  ]);
  for (const counted of before) await dropStoredTriggers(db, counted);
  for (const counted of after) await createStoredTriggers(db, counted);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  for (const counted of after) await dropStoredTriggers(db, counted);
  await runAll(db, [
    `alter table ${table} drop column result`,
    `alter table ${table} drop column execute`,
  ]);
  for (const counted of before) await createStoredTriggers(db, counted);
}
