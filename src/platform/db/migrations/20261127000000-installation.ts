import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { createTable, dropTables, isPostgres, runAll } from './table-kit';

/**
 * The compatibility and the progress of steps, the purges of the installation, and the epoch of the
 * database. None of them belongs to a workspace.
 */
export async function up(db: Knex): Promise<void> {
  // `serves_since` is the step that a program must know to continue to serve. Null means the step
  // itself.
  await createTable(db, 'schema_compatibility', (kit, table) => {
    kit.text('step');
    kit.textOrNull('serves_since');
    table.primary(['step'], 'schema_compatibility_pk');
  });
  await createTable(db, 'purge_cutoffs', (kit) => {
    kit.text('name').primary('purge_cutoffs_pk');
    kit.instant('cutoff');
    kit.instant('wanted_cutoff');
    kit.instantOrNull('moved_at');
  });
  await createTable(db, 'database_epoch', (kit) => {
    kit.text('epoch').primary('database_epoch_pk');
    kit.textOrNull('timeline');
    kit.flag('is_copy').defaultTo(false);
  });
  await createTable(db, 'step_progress', (kit) => {
    kit.text('table_name').primary('step_progress_pk');
    kit.text('after_workspace');
    kit.text('after_id');
  });
  await beginFirstEpoch(db);
}

/**
 * A restore changes the epoch. The view adds the timeline of Postgres if it is not that of the
 * epoch's beginning: a failover, which may have lost commits, changes it.
 */
async function beginFirstEpoch(db: Knex): Promise<void> {
  const epoch = `1.${randomBytes(5).toString('hex')}`;
  if (!isPostgres(db)) {
    await db('database_epoch').insert({ epoch, timeline: null });
    await db.raw('create view current_epoch as select epoch from database_epoch');
    return;
  }
  await runAll(db, [
    // Some managed servers lack these functions, or refuse them. Then only a command changes the
    // epoch. A standby has no position of its own to write.
    `create function callboard_timeline() returns text language plpgsql stable as $$
     begin
       if pg_is_in_recovery() then
         return (select to_hex(timeline_id) from pg_control_checkpoint());
       end if;
       return lower(ltrim(left(pg_walfile_name(pg_current_wal_lsn()), 8), '0'));
     exception when others then
       return null;
     end $$`,
    `create view current_epoch as
       select epoch || coalesce('.' || nullif(callboard_timeline(), timeline), '') as epoch
         from database_epoch`,
  ]);
  await db('database_epoch').insert({ epoch, timeline: db.raw('callboard_timeline()') });
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await db.raw('drop view current_epoch');
  await dropTables(db, [
    'schema_compatibility',
    'purge_cutoffs',
    'database_epoch',
    'step_progress',
  ]);
  if (isPostgres(db)) await db.raw('drop function callboard_timeline()');
}
