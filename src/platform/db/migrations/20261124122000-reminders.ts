import type { Knex } from 'knex';
import { isPostgres, runAll } from './table-kit';
import { createExactTriggers, dropExactTriggers, type ExactTimer } from './timer-kit';

const reminder: ExactTimer = {
  name: 'timers_reminders',
  kind: 'question.reminder_due',
  table: 'agent_requests',
  due: "(case when @status = 'open' then @remind_at end)",
  columns: ['remind_at', 'status'],
};

/** When to remind people of a question, and the timers of the reminders. */
export async function up(db: Knex): Promise<void> {
  const instant = isPostgres(db) ? 'timestamptz(3)' : 'text';
  await runAll(db, [
    `alter table agent_requests add column remind_at ${instant}`,
    'alter table agent_requests add column remind_every_seconds integer',
  ]);
  await createExactTriggers(db, reminder);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await dropExactTriggers(db, reminder);
  await runAll(db, [
    'alter table agent_requests drop column remind_every_seconds',
    'alter table agent_requests drop column remind_at',
  ]);
}
