import type { Knex } from 'knex';

/** Whether an agent may review what others finished. */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter table agents add column can_review boolean not null default false');
}

/** Drops what `up` added. */
export async function down(db: Knex): Promise<void> {
  await db.raw('alter table agents drop column can_review');
}
