import type { Knex } from 'knex';
import { isPostgres } from './table-kit';
import { createExactTriggers, dropExactTriggers, fillTimers, type ExactTimer } from './timer-kit';

/** Seven days before a token expires. */
function expiring(db: Knex): ExactTimer {
  const warning = isPostgres(db)
    ? "@expires_at - interval '7 days'"
    : "strftime('%Y-%m-%dT%H:%M:%fZ', @expires_at, '-7 days')";
  return {
    name: 'timers_tokens',
    kind: 'token.expiring',
    table: 'tokens',
    due: `(case when @revoked_at is null then ${warning} end)`,
    columns: ['expires_at', 'revoked_at'],
  };
}

/** The timers of tokens that expire. */
export async function up(db: Knex): Promise<void> {
  await fillTimers(db, expiring(db));
  await createExactTriggers(db, expiring(db));
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await dropExactTriggers(db, expiring(db));
}
