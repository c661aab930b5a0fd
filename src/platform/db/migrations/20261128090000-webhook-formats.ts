import type { Knex } from 'knex';
import { runAll } from './table-kit';

/** The format of a webhook's messages, and the preset that names its kinds. */
export async function up(db: Knex): Promise<void> {
  await runAll(db, [
    `alter table webhooks add column format text not null default 'standard'
      constraint webhooks_format_check
      check (format in ('standard', 'slack', 'discord', 'teams', 'ntfy'))`,
    `alter table webhooks add column preset text
      constraint webhooks_preset_check check (preset in ('decisions'))`,
  ]);
}

/** Drops what `up` created. */
export async function down(db: Knex): Promise<void> {
  await runAll(db, [
    'alter table webhooks drop column preset',
    'alter table webhooks drop column format',
  ]);
}
