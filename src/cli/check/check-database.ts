import type { Config } from '../../platform/config';
import { readDatabaseTime, readEpoch } from '../../platform/db/clock-and-epoch';
import type { Database } from '../../platform/db/connect';
import { poolerFault, type StorageFault, storageFault } from '../../platform/db/faults';
import { createReader } from '../../platform/db/reader';
import {
  findRoleRights,
  findStandby,
  findConnectionLimits,
  keepsPrepared,
} from '../../platform/db/postgres-server';
import { schemaState } from '../../platform/db/schema/schema';
import { openTransaction } from '../../platform/db/transaction';
import { SECOND } from '../../platform/time';
import { findUnfinished } from '../workspaces/deletion';
import { unreadableSecrets } from '../secrets/key-use';
import { type CheckResult, fault, ok, skipped } from './result';
import { withDatabase } from '../database';
import { CommandError, PoolerError } from '../failure';

const maxSkewMs = 2 * SECOND;

/**
 * Checks a database that responds: its schema, a write, what is stored, the role, the pooler, the
 * way past it and the clock.
 */
export async function checkDatabase(config: Config, database: Database): Promise<CheckResult[]> {
  const clock = await checkClock(database);
  const { state, missing } = await schemaState(database);
  const schema = schemaResult(state, missing.length, database);
  const isUsable = state === 'current' || state === 'compatible';
  const stored = isUsable ? await checkStored(config, database) : [];
  const write = isUsable
    ? await checkWrite(database)
    : skipped('database', 'No write was tried, because the schema is not the one of this version.');
  return [
    ok('database', `${database.description} responds.`),
    write,
    schema,
    ...stored,
    ...(await checkRole(config, database)),
    ...(await checkPooler(config, database)),
    ...(await checkMigrateUrl(config, database)),
    clock,
  ];
}

async function checkClock(database: Database): Promise<CheckResult> {
  const started = Date.now();
  const time = Date.parse(await readDatabaseTime(createReader(database)));
  const ended = Date.now();
  // The database told the time at some moment between the two.
  const skew = Math.max(started - time, time - ended, 0);
  const seen = `The clocks of this machine and the database differ by ${skew} ms.`;
  if (skew <= maxSkewMs) return ok('clock', seen);
  return fault('clock', seen, 'Synchronise both clocks, for example by NTP.');
}

function schemaResult(state: string, missing: number, { dialect }: Database): CheckResult {
  if (state === 'current') return ok('schema', 'The schema is the one of this version.');
  if (state === 'compatible')
    return ok('schema', 'The schema is newer, and this version may serve.');
  if (state === 'newer') {
    return fault('schema', 'The schema is newer than this version.', 'Run the newer version.');
  }
  const seen =
    state === 'empty' ? 'The database has no schema.' : `The schema lacks ${missing} migration(s).`;
  const serve = dialect === 'postgres' ? 'callboard serve --migrate' : 'callboard serve';
  return fault('schema', seen, `Run callboard migrate, or start with ${serve}.`);
}

async function checkWrite(database: Database): Promise<CheckResult> {
  const reason = await tryWrite(database);
  if (reason === undefined) return ok('database', 'A write succeeds. It was rolled back.');
  const { seen = `A write fails (${reason}).`, advice } = await adviceFor(reason, database);
  return fault('database', seen, advice, 'DATABASE_URL');
}

/** Why a write fails; undefined if it succeeds. */
async function tryWrite(database: Database): Promise<StorageFault | 'refused' | undefined> {
  const { transaction, rollback } = openTransaction(database);
  try {
    await transaction.write((db) => db('database_epoch').update({ is_copy: db.ref('is_copy') }));
    return undefined;
  } catch (error) {
    if (poolerFault(error) !== undefined) throw error;
    return storageFault(error) ?? 'refused';
  } finally {
    await rollback();
  }
}

async function adviceFor(
  reason: StorageFault | 'refused',
  database: Database,
): Promise<{ readonly seen?: string; readonly advice: string }> {
  if (reason === 'full') return { advice: 'Free space on the disk of the database.' };
  if (reason === 'failing') return { advice: 'Check the disk of the database and its log.' };
  if (reason === 'refused') return { advice: 'Let the role of the URL write.' };
  const isStandby = await findStandby(createReader(database));
  if (isStandby === undefined) {
    return { advice: 'Mount its disk so that it can be written, and let the user write the file.' };
  }
  if (isStandby) {
    return {
      seen: 'A write fails: the server is a standby.',
      advice:
        'Set it to the primary, or to all servers with target_session_attrs=read-write in the URL.',
    };
  }
  return {
    seen: 'A write fails: sessions of this role in this database are read-only.',
    advice:
      'Reset default_transaction_read_only: ALTER DATABASE or ALTER ROLE ... RESET, or in the URL.',
  };
}

async function checkStored(config: Config, database: Database): Promise<CheckResult[]> {
  const reader = createReader(database);
  const unfinished = await findUnfinished(reader);
  const workspaces = unfinished.map(({ seen, advice }) => fault('workspaces', seen, advice));
  const sentence = await unreadableSecrets(reader, config.secretKeys);
  if (sentence === undefined) return workspaces;
  const advice = 'Set it to the file that has these keys.';
  return [...workspaces, fault('secrets', sentence, advice, 'SECRETS_KEY_FILE')];
}

async function checkRole(
  { databaseMigrateUrl }: Config,
  database: Database,
): Promise<CheckResult[]> {
  const rights = await findRoleRights(createReader(database));
  if (rights === undefined) return [];
  const { role, isSuperuser, mayCreate, refusedTables, statementTimeout } = rights;
  const results: CheckResult[] = [];
  if (isSuperuser) {
    const advice = 'Use a role of its own that owns the database and is no superuser.';
    results.push(fault('role', `The role ${role} is a superuser.`, advice, 'DATABASE_URL'));
  }
  if (refusedTables.length > 0) {
    const seen = `The role ${role} may not read and write ${refusedTables.join(', ')}.`;
    const advice = 'Grant it select, insert, update and delete, or use the role of the tables.';
    results.push(fault('role', seen, advice, 'DATABASE_URL'));
  }
  // Otherwise, the role of that URL migrates.
  if (!mayCreate && databaseMigrateUrl === '') {
    const advice = `Grant it: GRANT CREATE ON SCHEMA public TO ${role}, or migrate by another role.`;
    const seen = `The role ${role} may not create tables, so it cannot migrate.`;
    results.push(fault('role', seen, advice, 'DATABASE_MIGRATE_URL'));
  }
  if (statementTimeout === '0') {
    const advice = 'Remove statement_timeout=0 from the URL.';
    results.push(fault('role', 'Statements have no time limit.', advice, 'DATABASE_URL'));
  }
  if (results.length > 0) return results;
  const allowed = mayCreate ? 'read, write and create tables' : 'read and write tables';
  return [ok('role', `The role ${role} may ${allowed}, and is no superuser.`)];
}

const preparedAdvice =
  'Set it to transaction, or max_prepared_statements of PgBouncer 1.21 or later above 0.';

/** Checks what is in front of Postgres, and the way past it. */
async function checkPooler(config: Config, database: Database): Promise<CheckResult[]> {
  const limits = await findConnectionLimits(database);
  if (limits === undefined) return [];
  const { databasePooler: configured, databasePoolSize: size } = config;
  if (configured === 'transaction-prepared' && !(await keepsPrepared(database, size))) {
    const seen = 'The pooler does not keep prepared statements.';
    return [fault('pooler', seen, preparedAdvice, 'DATABASE_POOLER')];
  }
  if (limits.isPooled && configured === 'none') {
    const advice = 'Set it to transaction, unless the pooler keeps a connection for each client.';
    return [fault('pooler', 'A pooler is in front of Postgres.', advice, 'DATABASE_POOLER')];
  }
  if (limits.isPooled) {
    if (config.databaseMigrateUrl !== '') {
      return [ok('pooler', 'A pooler is configured, and migrations go past it.')];
    }
    const advice = 'Set it to the server itself, for migrations, exports and imports.';
    const seen = 'A pooler is configured, and migrations go through it.';
    return [fault('pooler', seen, advice, 'DATABASE_MIGRATE_URL')];
  }
  const unneeded =
    configured === 'none'
      ? ''
      : `, although DATABASE_POOLER is ${configured}. That works, but none is faster`;
  const seen = `A process opens up to ${size + 1} connections, and Postgres allows ${limits.available}.`;
  if (size + 1 <= limits.available) {
    return [ok('pooler', `No pooler is in front${unneeded}. ${seen}`)];
  }
  return [fault('pooler', seen, 'Lower it, or raise max_connections.', 'DATABASE_POOL_SIZE')];
}

/** Connects by `DATABASE_MIGRATE_URL`, if it is set, and compares what it leads to. */
async function checkMigrateUrl(config: Config, database: Database): Promise<CheckResult[]> {
  if (config.databaseMigrateUrl === '') return [];
  const wrong = (seen: string, advice: string): CheckResult =>
    fault('migrations', seen, advice, 'DATABASE_MIGRATE_URL');
  try {
    return await withDatabase(config, (other) => compare(database, other, wrong), {
      takesLong: true,
    });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (error instanceof PoolerError) return [wrong(error.seen, error.advice)];
    return [wrong(error.message, 'Set it to the server of DATABASE_URL itself, past the pooler.')];
  }
}

async function compare(
  database: Database,
  other: Database,
  wrong: (seen: string, advice: string) => CheckResult,
): Promise<CheckResult[]> {
  const [reader, otherReader] = [createReader(database), createReader(other)];
  const rights = await findRoleRights(otherReader);
  const limits = await findConnectionLimits(other);
  const results: CheckResult[] = [];
  if ((await epochOf(database)) !== (await epochOf(other))) {
    results.push(
      wrong(
        `${other.description} is another database than that of DATABASE_URL.`,
        'Set it to the same database.',
      ),
    );
  }
  if ((await findStandby(otherReader)) === true && (await findStandby(reader)) === false) {
    results.push(wrong(`${other.description} is a standby.`, 'Set it to the primary.'));
  }
  if (limits?.isPooled === true) {
    results.push(
      wrong(
        `A pooler is in front of ${other.description}.`,
        'Set it to the server itself, unless the pooler keeps a connection for each client.',
      ),
    );
  }
  if (rights?.mayCreate === false) {
    results.push(
      wrong(
        `The role ${rights.role} may not create tables, so it cannot migrate.`,
        `Grant it: GRANT CREATE ON SCHEMA public TO ${rights.role}, or set another role.`,
      ),
    );
  }
  if (results.length > 0) return results;
  const seen = `${other.description} is the same database, and its role ${rights?.role} may create tables.`;
  return [ok('migrations', seen)];
}

/** The epoch of the database, which no other one has; undefined without a schema. */
async function epochOf(database: Database): Promise<string | undefined> {
  const { state } = await schemaState(database);
  return ['current', 'compatible'].includes(state) ? readEpoch(createReader(database)) : undefined;
}
