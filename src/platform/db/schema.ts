import type { Knex } from 'knex';
import type { Database } from './connect';
import { migrations, migrationSource } from './migrations';

/** How the database's schema stands to this code's. */
export interface SchemaState {
  /** `newer` when the database has steps that this code does not know, whatever else it lacks. */
  readonly state: 'current' | 'outdated' | 'newer' | 'empty';
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
  if (unknown.length > 0) return { state: 'newer', missing, unknown };
  return { state: missing.length > 0 ? 'outdated' : 'current', missing, unknown };
}

/**
 * Brings the schema up to date, in one transaction, and answers the steps that it took. Others that migrate
 * at the same time wait, and then find nothing left to do. Throws when the database is newer than the code.
 */
export async function migrate(database: Database): Promise<string[]> {
  return alone(database, async (db) => {
    const before = await takenSteps(db);
    const unknown = unknownOf(before);
    if (unknown.length > 0) {
      throw new Error(
        `The database is newer than this program: it has ${unknown.join(', ')}. Use the newer program.`,
      );
    }
    await db.migrate.latest({ migrationSource });
    return (await takenSteps(db)).filter((name) => !before.includes(name));
  });
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
 * One migrating process at a time; SQLite's BEGIN IMMEDIATE is enough by itself. On Postgres,
 * waiting for another one, or for a table, ends with an error after five minutes, because requests
 * queue behind it.
 */
async function alone<T>(database: Database, work: (db: Knex) => Promise<T>): Promise<T> {
  return database.knex.transaction(async (db) => {
    if (database.dialect === 'postgres') {
      // Building an index may take longer than a request may.
      await db.raw("set local lock_timeout = '5min'; set local statement_timeout = 0");
      await db.raw("select pg_advisory_xact_lock(hashtext('callboard migrations'))");
    }
    return work(db);
  });
}

function unknownOf(taken: readonly string[]): string[] {
  return taken.filter((name) => !migrations.some((migration) => migration.name === name));
}

async function takenSteps(db: Knex): Promise<string[]> {
  if (!(await db.schema.hasTable('knex_migrations'))) return [];
  return db('knex_migrations').orderBy('id').pluck('name');
}
