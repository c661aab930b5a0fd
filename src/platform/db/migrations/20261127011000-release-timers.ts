import type { Knex } from 'knex';
import { runAll } from './table-kit';
import {
  createExactTriggers,
  dropExactTriggers,
  type ExactTimer,
  timeOf,
  timerKey,
} from './timer-kit';

/** The timer of the end of a release. */
export const releaseTimer: ExactTimer = {
  name: 'timers_releases',
  kind: 'action.offered_again',
  table: 'actions',
  due: '@released_until',
  columns: ['released_until'],
};

/** The ends of the times for which actions are withheld from agents that released them. */
export async function up(db: Knex): Promise<void> {
  await createExactTriggers(db, releaseTimer);
  await runAll(db, [
    `insert into timers (${timerKey}, due_at)
       select workspace_id, '${releaseTimer.kind}', id, released_until from actions
       where released_until > ${timeOf(db)}`,
  ]);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await dropExactTriggers(db, releaseTimer);
  await runAll(db, [`delete from timers where kind = '${releaseTimer.kind}'`]);
}
