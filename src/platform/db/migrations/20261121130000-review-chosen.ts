import type { Knex } from 'knex';
import { runAll } from './table-kit';

/** Whether somebody chose `requires_review`. Existing actions count as chosen. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, ['alter table actions add column review_chosen boolean not null default true']);
}

/** Drops what `up` added. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, ['alter table actions drop column review_chosen']);
}
