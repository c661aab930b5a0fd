import type { Config } from '../../platform/config';
import { readDatabaseTime } from '../../platform/db/clock-and-epoch';
import type { Database } from '../../platform/db/connect';
import { type StorageFault, storageFault } from '../../platform/db/faults';
import { createReader } from '../../platform/db/reader';
import { findRoleRights, findStandby } from '../../platform/db/role-rights';
import { schemaState } from '../../platform/db/schema/schema';
import { openTransaction } from '../../platform/db/transaction';
import { SECOND } from '../../platform/time';
import { findUnfinished } from '../workspaces/deletion';
import { unreadableSecrets } from '../secrets/key-use';
import { checkMigrateUrl, checkPooler } from './check-pooler';
import { type CheckResult, fault, ok, skipped } from './result';

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
