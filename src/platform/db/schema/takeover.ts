import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { isPostgres } from '../migrations/table-kit';
import { migrations } from '../migrations';
import { recordStep } from './compatibility';

// The takeover of databases from before the steps of 1.0.0, which create the same schema. Delete
// this file once 1.0.0 is tagged (docs/migrations.md).

/** A database from before the steps of 1.0.0 cannot be taken over. The message says what to do. */
export class TakeoverError extends Error {}

/** The last commit with the earlier steps. */
const lastCommit = '9cd3203';

/** All earlier steps, oldest first. */
export const earlierSteps: readonly string[] = [
  '20261121000000-people',
  '20261121000100-places',
  '20261121000200-work',
  '20261121000300-events',
  '20261121010000-claims',
  '20261121020000-repeat-day',
  '20261121030000-requests',
  '20261121040000-checkin-due',
  '20261121040100-token-rotation',
  '20261121040200-answers',
  '20261121050000-revisions',
  '20261121060000-settings',
  '20261121070000-search',
  '20261121080000-review-line',
  '20261121110000-document-notes',
  '20261121130000-review-chosen',
  '20261121140000-bounded-plans',
  '20261121170000-project-indexes',
  '20261121180000-search-inserts',
  '20261121190000-project-due',
  '20261122120000-working-index',
  '20261123120000-accounts',
  '20261123130000-compatibility',
  '20261123140000-password-resets',
  '20261123150000-trail',
  '20261123160000-review-line-order',
  '20261123170000-purge-cutoffs',
  '20261123180000-event-indexes',
  '20261123190000-agent-news',
  '20261123200000-claim-workers',
  '20261123210000-event-filters',
  '20261124110000-timers',
  '20261124120000-token-timers',
  '20261124121000-checkin-timers',
  '20261124122000-reminders',
  '20261124130000-webhooks',
  '20261125090000-event-periods',
  '20261125104000-can-review',
  '20261125120000-oauth',
  '20261125190000-session-list',
  '20261125191000-grants-of-agents',
  '20261125192000-status-index',
  '20261125221000-project-index',
  '20261126101000-permissions',
  '20261126102000-created-tokens',
  '20261126103000-stored-bytes',
  '20261126104000-ends-of-access',
  '20261126110000-authors',
  '20261126121000-repeat-zones',
  '20261126122000-epochs',
  '20261126123000-shares',
  '20261126140000-words',
  '20261126141000-sort-keys',
];

const lastStep = '20261127001200-sort-keys';

/** The steps that create the schema of the earlier steps. */
const replacements = migrations.filter(({ name }) => name <= lastStep);

/** The digests of `partsOf` that schema. */
const digests = {
  sqlite: 'ebb03fa39a0a2912e6416154b545ad614964344cea643cfd32c4bf2bd5b17b10',
  postgres: 'a025d1b60def09db9f5581dec675caff83357b5dddd0852a5db2a27e54e47ef6',
};

/** Whether all applied steps of a database are earlier ones. */
export function isEarlier(applied: readonly string[]): boolean {
  return applied.length > 0 && applied.every((name) => earlierSteps.includes(name));
}

/** The present name of the schema in an export: the earlier steps led to the same one. */
export function presentSchema(schema: string): string {
  return schema === earlierSteps.at(-1) ? lastStep : schema;
}

/**
 * Throws a TakeoverError unless the database has all earlier steps, and the schema that they lead
 * to.
 */
export async function checkEarlier(db: Knex, applied: readonly string[]): Promise<void> {
  const finish = `Check out commit ${lastCommit}, run callboard migrate there, and then use this version.`;
  if (applied.length < earlierSteps.length) {
    throw new TakeoverError(
      `The database has only ${applied.length} of the ${earlierSteps.length} migrations from before 1.0.0. ${finish}`,
    );
  }
  if ((await db('step_progress').first()) !== undefined) {
    throw new TakeoverError(
      `The database has not finished the migrations from before 1.0.0. ${finish}`,
    );
  }
  const expected = isPostgres(db) ? digests.postgres : digests.sqlite;
  if ((await digestOf(db)) === expected) return;
  throw new TakeoverError(
    `The database has other tables, columns, indexes, triggers or functions than its migrations create. Undo these changes, or check out commit ${lastCommit}, export the workspaces and import them into a new database there, and migrate that one with this version.`,
  );
}

/** Replaces the earlier steps by those of 1.0.0 in the lists of steps. Changes nothing else. */
export async function takeOver(db: Knex): Promise<void> {
  await db('schema_compatibility').whereIn('step', earlierSteps).delete();
  await db('knex_migrations').whereIn('name', earlierSteps).delete();
  for (const step of replacements) {
    await db('knex_migrations').insert({
      name: step.name,
      batch: 1,
      migration_time: new Date(),
    });
    await recordStep(db, step);
  }
}

/** A digest of the schema. */
async function digestOf(db: Knex): Promise<string> {
  const parts = await partsOf(db);
  return createHash('sha256').update(parts.toSorted().join('\n')).digest('hex');
}

// Names and types, but no definitions, which versions of Postgres print differently.
async function partsOf(db: Knex): Promise<string[]> {
  const rows: { part: string }[] = isPostgres(db)
    ? (await db.raw(partsOfPostgres)).rows
    : await db.raw(partsOfSqlite);
  return rows.map(({ part }) => part).filter((part) => !part.includes(' knex_'));
}

const partsOfSqlite = `
  select m.type || ' ' || m.name || ' ' || coalesce(c.name || ' ' || c.type || ' ' || c."notnull", '') as part
    from sqlite_master as m
    left join pragma_table_xinfo(m.name) as c on m.type in ('table', 'view')
   where m.name not like 'sqlite_%' and m.name not like 'search_terms_%'`;

// Extensions may have objects of their own in the schema.
const partsOfPostgres = `
  with own as (
    select c.oid, c.relname, c.relkind from pg_class as c
     where c.relnamespace = quote_ident(current_schema())::regnamespace
       and not exists (select from pg_depend as d where d.objid = c.oid and d.deptype = 'e'))
  select concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod), attnotnull) as part
    from own join pg_attribute on attrelid = own.oid
   where relkind in ('r', 'v') and attnum > 0 and not attisdropped
  union all select 'index ' || relname from own where relkind = 'i'
  union all
  select concat_ws(' ', 'constraint', relname, contype::text, conname)
    from own join pg_constraint on conrelid = own.oid where contype in ('c', 'f', 'p', 'u')
  union all
  select concat_ws(' ', 'trigger', relname, tgname)
    from own join pg_trigger on tgrelid = own.oid where not tgisinternal
  union all
  select 'function ' || proname from pg_proc as p
   where pronamespace = quote_ident(current_schema())::regnamespace
     and not exists (select from pg_depend as d where d.objid = p.oid and d.deptype = 'e')`;
