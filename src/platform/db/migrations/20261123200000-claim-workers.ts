import type { Knex } from 'knex';
import { isPostgres, runAll } from './table-kit';

/** The worker of a claim: the process of the agent that took it, if it gave a name. */
export async function up(db: Knex): Promise<void> {
  const text = isPostgres(db) ? 'text collate "C"' : 'text';
  await runAll(db, [`alter table actions add column claim_worker ${text}`]);
}

/** Drops what `up` added. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['alter table actions drop column claim_worker']);
}
