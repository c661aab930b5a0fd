import type { Knex } from 'knex';
import { countedSince as countedBefore } from './20261127001300-executed-proposals';
import { createStoredTriggers, dropStoredTriggers, type CountedTable } from './stored-kit';
import { createTable, isPostgres, runAll } from './table-kit';

const reports: CountedTable = { table: 'usage_reports', columns: ['model'] };

/** The tables that count from this step on. */
export const countedSince: readonly CountedTable[] = [...countedBefore, reports];

const amounts = ['input_tokens', 'output_tokens', 'cost_usd_micros', 'seconds'];

/**
 * What agents report about their work: the latest total of each claim on an action, and one for
 * each check-in. `usage` is the sum of an action's reports and the report of a check-in, as JSON.
 */
export async function up(db: Knex): Promise<void> {
  await createTable(db, reports.table, (kit, table) => {
    kit.identity();
    kit.text('agent_id');
    kit.textOrNull('action_id');
    kit.textOrNull('checkin_id');
    kit.refers('agent_id', 'agents');
    kit.refers('action_id', 'actions');
    kit.refers('checkin_id', 'checkins');
    // That of the action's claim. Work without a claim has the present one.
    kit.defined('claim_generation', 'integer not null default 0');
    // Local to the workspace when it was reported, such as 2026-11-27.
    kit.text('day');
    kit.textOrNull('model');
    for (const name of amounts) kit.defined(name, `bigint check (${name} >= 0)`);
    kit.instant('reported_at');
    table.check('(action_id is null) <> (checkin_id is null)', {}, 'usage_reports_of_check');
    table.unique(['workspace_id', 'action_id', 'claim_generation', 'agent_id'], {
      indexName: 'usage_reports_claim',
    });
    table.index(['workspace_id', 'agent_id', 'day'], 'usage_reports_day');
  });
  await createStoredTriggers(db, reports);
  const text = isPostgres(db) ? 'text collate "C"' : 'text';
  await runAll(db, [
    `alter table actions add column usage ${text}`,
    `alter table checkins add column usage ${text}`,
  ]);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    'alter table checkins drop column usage',
    'alter table actions drop column usage',
  ]);
  await dropStoredTriggers(db, reports);
  await db.schema.dropTable(reports.table);
}
