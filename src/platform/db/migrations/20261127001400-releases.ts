import type { Knex } from 'knex';
import { isPostgres, runAll } from './table-kit';

// At most a week, in seconds.
const backoff = 'integer not null default 3600 check (release_backoff between 0 and 604800)';

/** Who claimed an action last, and how long it is withheld from an agent that released it. */
export async function up(db: Knex): Promise<void> {
  const [text, instant] = isPostgres(db)
    ? ['text collate "C"', 'timestamptz(3)']
    : ['text', 'text'];
  await runAll(db, [
    // No foreign key: the claimant is always the caller, and actors are never deleted.
    `alter table actions add column last_claimed_by_actor_id ${text}`,
    `alter table actions add column released_until ${instant}`,
    `alter table workspaces add column release_backoff ${backoff}`,
  ]);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    'alter table workspaces drop column release_backoff',
    'alter table actions drop column released_until',
    'alter table actions drop column last_claimed_by_actor_id',
  ]);
}
