import type { Knex } from 'knex';
import { addMilliseconds, DAY } from '../../time';
import { createIndexes, createTable, dropTables, oneOfCheck } from './table-kit';

const counts = 'insight_counts';
const fills = 'insight_fills';

/** The days of earlier events that are counted. */
const FILLED_DAYS = 90;

/**
 * Counts of events by local day, which the transaction of each event adds to. `scope` is `people`,
 * `agents` or the actor of an agent; `bucket` is the range of how long it took, or -1. Events that
 * are older than the table are counted later: each workspace has a row until they are. Indexes find
 * open actions by priority, and reports of usage by day.
 */
export async function up(db: Knex): Promise<void> {
  await createTable(db, counts, (kit, table) => {
    kit.text('workspace_id');
    kit.text('scope');
    // Local to the workspace when it was counted, such as 2026-11-27.
    kit.text('day');
    kit.text('measure');
    table.integer('bucket').notNullable();
    table.bigInteger('amount').notNullable();
    table.primary(['workspace_id', 'scope', 'day', 'measure', 'bucket'], 'insight_counts_pk');
    table.index(['day'], 'insight_counts_day');
  });
  await createTable(db, fills, (kit, table) => {
    kit.text('workspace_id').primary('insight_fills_pk');
    // The last position that is not counted, and the time from which events count.
    table.bigInteger('through').notNullable();
    kit.instant('since_at');
  });
  const open = oneOfCheck('status', ['inbox', 'ready', 'waiting']);
  await createIndexes(db, {
    usage_reports_all: 'usage_reports (workspace_id, day)',
    actions_open_priority: `actions (workspace_id, priority) where ${open}`,
  });
  const since = addMilliseconds(new Date().toISOString(), -FILLED_DAYS * DAY);
  await db.raw(
    `insert into ${fills} (workspace_id, through, since_at)
      select workspace_id, last, ? from event_positions where last > 0`,
    [since],
  );
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await db.raw('drop index actions_open_priority');
  await db.raw('drop index usage_reports_all');
  await dropTables(db, [counts, fills]);
}
