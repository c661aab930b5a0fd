import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { createTable, isPostgres, runAll } from './table-kit';

/**
 * The epoch of the database, which a restore changes. The view adds the timeline of Postgres if it
 * is not that of the epoch's beginning: a failover, which may have lost commits, changes it.
 */
export async function up(db: Knex): Promise<void> {
  await createTable(db, 'database_epoch', (kit) => {
    kit.text('epoch').primary('database_epoch_pk');
    kit.textOrNull('timeline');
    kit.flag('is_copy').defaultTo(false);
  });
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
  await db.schema.dropTable('database_epoch');
  if (isPostgres(db)) await db.raw('drop function callboard_timeline()');
}
