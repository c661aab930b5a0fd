import type { Knex } from 'knex';
import { letServe } from './compatibility';
import type { Database } from '../connect';
import { SECOND } from '../../time';
import { migrations, migrationSource } from '../migrations';
import { maxWaitMs } from '../sqlite/sqlite-client';

/** How the database's schema stands to this code's. */
export interface SchemaState {
  /**
   * `newer` when the database has steps that this code does not know, whatever else it lacks;
   * `compatible` when it lacks none, and each of those steps lets this code serve.
   */
  readonly state: 'current' | 'compatible' | 'outdated' | 'newer' | 'empty';
  /** Steps that the database lacks, oldest first. */
  readonly missing: readonly string[];
  /** Steps that this code does not know. */
  readonly unknown: readonly string[];
}

/** Compares the steps that the database has taken with the list. It changes nothing. */
export async function schemaState(database: Database): Promise<SchemaState> {
  const taken = await takenSteps(database.knex);
  const known = migrations.map(({ name }) => name);
  const missing = known.filter((name) => !taken.includes(name));
  const unknown = unknownOf(taken);
  if (taken.length === 0) return { state: 'empty', missing, unknown };
  if (unknown.length > 0) {
    const isCompatible = missing.length === 0 && (await letServe(database.knex, unknown, known));
    return { state: isCompatible ? 'compatible' : 'newer', missing, unknown };
  }
  return { state: missing.length > 0 ? 'outdated' : 'current', missing, unknown };
}

/**
 * Brings the schema up to date, in one transaction, and answers the steps that it took. Others that
 * migrate at the same time wait, and then find nothing left to do. Throws when the database is
 * newer than the code. `prepare` runs before an older schema is changed, when nobody else can write
 * to an SQLite file any more; if it throws, nothing changes.
 */
export async function migrate(
  database: Database,
  prepare: () => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  return alone(database, async (db) => {
    const before = await takenSteps(db);
    const unknown = unknownOf(before);
    if (unknown.length > 0) {
      throw new Error(
        `The database is newer than this program: it has ${unknown.join(', ')}. Use the newer program.`,
      );
    }
    if (before.length > 0 && before.length < migrations.length) await prepare();
    await db.migrate.latest({ migrationSource });
    return (await takenSteps(db)).filter((name) => !before.includes(name));
  });
}

/** Whether the database has no tables at all, besides those that list the steps. */
export async function isUnused({ dialect, knex }: Database): Promise<boolean> {
  const names: unknown[] = await (dialect === 'sqlite'
    ? knex('sqlite_master').where({ type: 'table' }).pluck('name')
    : knex('pg_tables').whereRaw('schemaname = current_schema()').pluck('tablename'));
  return names.every((name) => /^(sqlite_|knex_migrations)/.test(String(name)));
}

/** Takes back the newest step, with what its tables held. Answers its name; undefined when there is none. */
export async function rollbackOne(database: Database): Promise<string | undefined> {
  return alone(database, async (db) => {
    const last = (await takenSteps(db)).at(-1);
    await db.migrate.down({ migrationSource });
    return last;
  });
}

/** Takes back every step: the database is empty afterwards. */
export async function rollbackAll(database: Database): Promise<void> {
  await alone(database, (db) => db.migrate.rollback({ migrationSource }, true));
}

/**
 * One migrating process at a time; SQLite's BEGIN IMMEDIATE is enough by itself. Waiting for
 * another one, or for a table of Postgres, ends with an error after five minutes, because requests
 * queue behind it.
 */
async function alone<T>(database: Database, work: (db: Knex) => Promise<T>): Promise<T> {
  const { dialect, knex } = database;
  if (dialect === 'postgres') {
    return knex.transaction(async (db) => {
      // Building an index may take longer than a request may.
      await db.raw("set local lock_timeout = '5min'; set local statement_timeout = 0");
      await db.raw("select pg_advisory_xact_lock(hashtext('callboard migrations'))");
      return work(db);
    });
  }
  // The pool has one connection, so this is the connection of the transaction.
  await knex.raw(`pragma busy_timeout = ${300 * SECOND}`);
  try {
    return await knex.transaction(work);
  } finally {
    await knex.raw(`pragma busy_timeout = ${maxWaitMs}`);
  }
}

function unknownOf(taken: readonly string[]): string[] {
  return taken.filter((name) => !migrations.some((migration) => migration.name === name));
}

async function takenSteps(db: Knex): Promise<string[]> {
  if (!(await db.schema.hasTable('knex_migrations'))) return [];
  return db('knex_migrations').orderBy('id').pluck('name');
}
