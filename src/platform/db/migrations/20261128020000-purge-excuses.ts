import type { Knex } from 'knex';
import { runAll } from './table-kit';

/** The last retention time of each purge, and how much of its lag a shorter one explains. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    'alter table purge_cutoffs add column retention_seconds bigint',
    'alter table purge_cutoffs add column excused_seconds bigint not null default 0',
  ]);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    'alter table purge_cutoffs drop column excused_seconds',
    'alter table purge_cutoffs drop column retention_seconds',
  ]);
}
