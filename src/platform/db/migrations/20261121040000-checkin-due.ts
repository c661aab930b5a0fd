import type { Knex } from 'knex';
import { isPostgres, runAll } from './table-kit';

/** The time when an active order's next check-in is due, so that an index finds late ones. */
export async function up(db: Knex): Promise<void> {
  const postgres = isPostgres(db);
  const latest = `coalesce((select checkins.created_at from checkins where checkins.workspace_id = orders.workspace_id
    and checkins.id = orders.latest_checkin_id), orders.created_at)`;
  const due = postgres
    ? `${latest} + checkin_every_seconds * interval '1 second'`
    : `strftime('%Y-%m-%dT%H:%M:%fZ', ${latest}, '+' || checkin_every_seconds || ' seconds')`;
  await runAll(db, [
    `alter table orders add column next_checkin_due_at ${postgres ? 'timestamptz(3)' : 'text'}`,
    `update orders set next_checkin_due_at = ${due} where state = 'active' and checkin_every_seconds is not null`,
    'create index orders_checkin_due on orders (workspace_id, next_checkin_due_at, id) where next_checkin_due_at is not null',
  ]);
}

/** Drops the column, whose value can be derived from the check-ins. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    'drop index orders_checkin_due',
    'alter table orders drop column next_checkin_due_at',
  ]);
}
