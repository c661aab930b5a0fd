import type { Knex } from 'knex';
import { mayServe } from './compatibility';
import type { Database } from '../connect';
import { afterDeadlocks } from '../faults';
import { SECOND } from '../../time';
import { migrations, migrationSource } from '../migrations';
import { maxWaitMs } from '../sqlite/sqlite-client';
import { checkEarlier, isEarlier, takeOver } from './takeover';

/** How the schema of the database compares to that of this code. */
export interface SchemaState {
  /**
   * `newer`: the database has steps that this code does not know. `compatible`: it lacks none, and
   * this code may serve with each of the unknown steps.
   */
  readonly state: 'current' | 'compatible' | 'outdated' | 'newer' | 'empty';
  /** Tables in which a step has not changed all rows, and steps that the database lacks. */
  readonly missing: readonly string[];
  /** Steps that this code does not know. */
  readonly unknown: readonly string[];
}

/** Compares the applied steps of the database with the list. Changes nothing. */
export async function schemaState(database: Database): Promise<SchemaState> {
  const applied = await appliedSteps(database.knex);
  const known = migrations.map(({ name }) => name);
  if (isEarlier(applied)) return { state: 'outdated', missing: known, unknown: [] };
  const missing = [
    ...(await unfinishedTables(database.knex, applied)),
    ...known.filter((name) => !applied.includes(name)),
  ];
  const unknown = unknownOf(applied);
  if (applied.length === 0) return { state: 'empty', missing, unknown };
  if (unknown.length > 0) {
    const isCompatible = missing.length === 0 && (await mayServe(database.knex, unknown, known));
    return { state: isCompatible ? 'compatible' : 'newer', missing, unknown };
  }
  return { state: missing.length > 0 ? 'outdated' : 'current', missing, unknown };
}

/**
 * Migrates the schema in one transaction, finishes the work of its steps in further ones, and
 * returns the applied steps. Takes over a database with the steps of before 1.0.0. Concurrent calls
 * wait and then find nothing to do. Throws if the database is newer than the code. `prepare` runs
 * before an older schema changes, while an SQLite file is locked for writing; if it throws, nothing
 * changes.
 */
export async function migrate(
  database: Database,
  prepare: () => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const migrated = await runExclusively(database, async (db) => {
    const before = await appliedSteps(db);
    const earlier = isEarlier(before);
    if (earlier) await checkEarlier(db, before);
    const unknown = earlier ? [] : unknownOf(before);
    if (unknown.length > 0) {
      throw new Error(
        `The database is newer than this program: it has ${unknown.join(', ')}. Use the newer program.`,
      );
    }
    if (earlier || (before.length > 0 && before.length < migrations.length)) await prepare();
    if (earlier) await takeOver(db);
    await db.migrate.latest({ migrationSource });
    return (await appliedSteps(db)).filter((name) => !before.includes(name));
  });
  const finished: string[] = [];
  for (const { name, finish } of migrations) {
    if (finish === undefined) continue;
    while (await runExclusively(database, finish)) finished.push(name);
  }
  return [...new Set([...migrated, ...finished])];
}

/** Whether the database has no tables except those that list the steps. */
export async function isUnused({ dialect, knex }: Database): Promise<boolean> {
  const names: unknown[] = await (dialect === 'sqlite'
    ? knex('sqlite_master').where({ type: 'table' }).pluck('name')
    : knex('pg_tables').whereRaw('schemaname = current_schema()').pluck('tablename'));
  return names.every((name) => /^(sqlite_|knex_migrations)/.test(String(name)));
}

/** Reverts the newest step, including its data. Returns its name; undefined if there is none. */
export async function rollbackOne(database: Database): Promise<string | undefined> {
  return runExclusively(database, async (db) => {
    const last = (await appliedSteps(db)).at(-1);
    await db.migrate.down({ migrationSource });
    return last;
  });
}

/** Reverts every step, which empties the database. */
export async function rollbackAll(database: Database): Promise<void> {
  await runExclusively(database, (db) => db.migrate.rollback({ migrationSource }, true));
}

/**
 * Runs the work in a transaction while no other process migrates; on SQLite, BEGIN IMMEDIATE is
 * enough. Waiting for another process, or for a table of Postgres, fails after five minutes,
 * because requests queue behind the wait.
 */
async function runExclusively<T>(database: Database, work: (db: Knex) => Promise<T>): Promise<T> {
  const { dialect, knex } = database;
  if (dialect === 'postgres') {
    const migrating = () =>
      knex.transaction(async (db) => {
        // An index may take longer to build than the statement timeout of requests.
        await db.raw(
          "set local lock_timeout = '5min'; set local statement_timeout = 0; set local TimeZone = 'UTC'",
        );
        await db.raw("select pg_advisory_xact_lock(hashtext('callboard migrations'))");
        return work(db);
      });
    return afterDeadlocks(migrating);
  }
  // The pool has only one connection, which the transaction uses too.
  await knex.raw(`pragma busy_timeout = ${300 * SECOND}`);
  try {
    return await knex.transaction(work);
  } finally {
    await knex.raw(`pragma busy_timeout = ${maxWaitMs}`);
  }
}

async function unfinishedTables(db: Knex, applied: readonly string[]): Promise<string[]> {
  // The first step creates the table.
  if (!migrations.slice(0, 1).some(({ name }) => applied.includes(name))) return [];
  return db('step_progress').orderBy('table_name').pluck('table_name');
}

function unknownOf(applied: readonly string[]): string[] {
  return applied.filter((name) => !migrations.some((migration) => migration.name === name));
}

async function appliedSteps(db: Knex): Promise<string[]> {
  if (!(await db.schema.hasTable('knex_migrations'))) return [];
  return db('knex_migrations').orderBy('id').pluck('name');
}
