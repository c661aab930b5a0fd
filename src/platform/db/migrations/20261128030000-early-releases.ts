import type { Knex } from 'knex';
import { releaseTimer } from './20261127011000-release-timers';
import { createExactTriggers, dropExactTriggers, timeOf } from './timer-kit';

/** Lets the timer of a release become due at once when a change ends the release's time early. */
export async function up(db: Knex): Promise<void> {
  await dropExactTriggers(db, releaseTimer);
  await createExactTriggers(db, {
    ...releaseTimer,
    pastDue: `new.released_until is not null and old.released_until > ${timeOf(db)}`,
  });
}

/** Restores the triggers of before. */
export async function down(db: Knex): Promise<void> {
  await dropExactTriggers(db, releaseTimer);
  await createExactTriggers(db, releaseTimer);
}
