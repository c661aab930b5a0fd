import type { Knex } from 'knex';
import { isPostgres, runAll } from './table-kit';

/**
 * The decision on a page of consent, which a repeated form shows again. Sessions end 90 days after
 * the sign-in, and registrations are kept for 90 days after their last use.
 */
export async function up(db: Knex): Promise<void> {
  const postgres = isPostgres(db);
  const later = (time: string): string =>
    postgres
      ? `${time} + interval '90 days'`
      : `strftime('%Y-%m-%dT%H:%M:%fZ', ${time}, '+90 days')`;
  const lastUse = `(select max(oauth_grants.last_token_at) from oauth_grants
    where oauth_grants.client_id = oauth_clients.id)`;
  await runAll(db, [
    `alter table oauth_tickets add column decision text${postgres ? ' collate "C"' : ''}
      constraint oauth_tickets_decision_check check (decision in ('allow', 'refuse'))`,
    `update sessions set expires_at = ${later('created_at')}
      where expires_at > ${later('created_at')}`,
    `update oauth_clients set expires_at = ${later(lastUse)}
      where expires_at < ${later(lastUse)}`,
  ]);
}

/** Drops the column. Earlier programs extend sessions by themselves. */
export function down(db: Knex): Promise<void> {
  return runAll(db, ['alter table oauth_tickets drop column decision']);
}
