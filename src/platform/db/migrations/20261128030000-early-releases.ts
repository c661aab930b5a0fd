import type { Knex } from 'knex';
import { createExactTriggers, dropExactTriggers, type ExactTimer, timeOf } from './timer-kit';

const timer: ExactTimer = {
  name: 'timers_releases',
  kind: 'action.offered_again',
  table: 'actions',
  due: '@released_until',
  columns: ['released_until'],
};

/** Lets the timer of a release become due at once when a change ends the release's time early. */
export async function up(db: Knex): Promise<void> {
  await dropExactTriggers(db, timer);
  await createExactTriggers(db, {
    ...timer,
    pastDue: `new.released_until is not null and old.released_until > ${timeOf(db)}`,
  });
}

/** Restores the triggers of before. */
export async function down(db: Knex): Promise<void> {
  await dropExactTriggers(db, timer);
  await createExactTriggers(db, timer);
}
