import type { Knex } from 'knex';
import { createExactTriggers, dropExactTriggers, fillTimers, type ExactTimer } from './timer-kit';

const overdue: ExactTimer = {
  name: 'timers_checkins',
  kind: 'order.checkin_overdue',
  table: 'orders',
  due: '@next_checkin_due_at',
  columns: ['next_checkin_due_at'],
};

/** The timers of check-ins that are due. */
export async function up(db: Knex): Promise<void> {
  await fillTimers(db, overdue);
  await createExactTriggers(db, overdue);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await dropExactTriggers(db, overdue);
}
