import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { limits } from '../../../generated/limits';
import type { components } from '../../../generated/types';
import { SECOND } from '../time';
import { instanceOf, readEpoch } from './clock-and-epoch';
import type { Database } from './connect';
import { hasNoConnectionLeft, isLockTimeout, storageFault, type StorageFault } from './faults';
import { createReader } from './reader';
import { schemaState, type SchemaState } from './schema/schema';
import { transact } from './transaction';

/** Why the database cannot serve requests. */
export type DatabaseFault =
  | { readonly database: 'unreachable' | 'no_connection_left' }
  | { readonly schema: Exclude<SchemaState['state'], 'current' | 'compatible'> }
  | { readonly storage: WriteFault };

/** Why the database cannot write. `unconfirmed`: Postgres does not end or confirm a write. */
type WriteFault = StorageFault | 'unconfirmed';

/** Whether the database can serve requests, and why the service may be degraded nevertheless. */
export interface Health {
  readonly fault: DatabaseFault | undefined;
  readonly degradations: readonly Degradation[];
  /** Whether a newer program has changed the schema, and this one may continue to serve. */
  readonly isNewer: boolean;
  /** The database, as `instanceOf` names it; empty with a fault. */
  readonly instance: string;
}

const newerSchema: Degradation = {
  code: 'schema_newer',
  message:
    'A newer program has changed the database schema. This program may go on serving until it is replaced.',
};

const noConnectionLeft: Degradation = {
  code: 'no_connection_left',
  message:
    'The database server has no connection left, so requests may wait for one. Raise its limit of connections, or lower DATABASE_POOL_SIZE.',
};

// The rest of the time is for the network and the response.
const timeoutMs = 0.75 * limits.readiness_seconds * SECOND;
/** Free bytes on the disk below which the check tries a write although none has failed. */
const minFreeBytes = 2 ** 20;

/**
 * Creates a health check of the database, which ends within 1.5 s. Concurrent calls share one
 * check. It uses a connection of requests only if the server has none left for it. It tries a write
 * once in 30 s, and a larger one, which it rolls back, if a write has failed since the last
 * successful check or the disk is almost full. Without a fault it also finds the causes of
 * degradation.
 */
export function createHealthCheck(
  database: Database,
  causes: readonly FindDegradation[],
): (log: Logger) => Promise<Health> {
  let running: Promise<Health> | undefined;
  const checks = { database, findWriteFault: createWriteCheck(), causes };
  return (log) =>
    (running ??= checkInTime(checks, log).finally(() => {
      running = undefined;
    }));
}

interface Checks {
  readonly database: Database;
  readonly findWriteFault: ReturnType<typeof createWriteCheck>;
  readonly causes: readonly FindDegradation[];
}

async function checkInTime(checks: Checks, log: Logger): Promise<Health> {
  const { database } = checks;
  const giveUp = new AbortController();
  const { signal } = giveUp;
  let hasRoom = true;
  const timedOut = async (): Promise<Health> => {
    await pause(timeoutMs, undefined, { signal });
    if (!hasRoom) return failed({ database: 'no_connection_left' });
    log.warn('The database does not respond to the health check');
    return failed(knownFault(database) ?? { database: 'unreachable' });
  };
  const checked = async (): Promise<Health> => {
    try {
      return await check(checks, database.probe(), log);
    } catch (error) {
      if (!hasNoConnectionLeft(error)) throw error;
      log.warn({ err: error }, 'The database has no connection left for the health check');
      hasRoom = false;
      // The connections of requests show whether this process can serve. A write that waits for one
      // of them would look as if it failed, so none is tried.
      const findWriteFault = () => checks.findWriteFault(undefined, log);
      const health = await check({ ...checks, findWriteFault }, database, log);
      if (health.fault !== undefined) return health;
      return { ...health, degradations: [noConnectionLeft, ...health.degradations] };
    }
  };
  const failing = (error: unknown): Health => {
    log.warn({ err: error }, 'The database fails the health check');
    const storage = storageFault(error);
    return failed(storage === undefined ? { database: 'unreachable' } : { storage });
  };
  try {
    return await Promise.race([checked().catch(failing), timedOut()]);
  } finally {
    giveUp.abort();
  }
}

/** Checks with the connections of `probe`. Throws the error of a database that does not respond. */
async function check(
  { database, findWriteFault, causes }: Checks,
  probe: Database,
  log: Logger,
): Promise<Health> {
  const { state } = await schemaState(probe);
  if (state !== 'current' && state !== 'compatible') return failed({ schema: state });
  const fault = await checkStorage(database, probe);
  if (fault !== undefined) return failed(fault);
  const storage = await findWriteFault(probe, log);
  if (storage !== undefined) return failed({ storage });
  const isNewer = state === 'compatible';
  const instance = instanceOf(await readEpoch(createReader(probe)));
  const found = await findAll(probe, causes, log);
  const degradations = isNewer ? [newerSchema, ...found] : found;
  return { fault: undefined, degradations, isNewer, instance };
}

function failed(fault: DatabaseFault): Health {
  return { fault, degradations: [], isNewer: false, instance: '' };
}

// A failing check for degradation must not remove a working server from its load balancer.
async function findAll(
  probe: Database,
  causes: readonly FindDegradation[],
  log: Logger,
): Promise<Degradation[]> {
  const now = new Date().toISOString();
  const found = await Promise.all(
    causes.map(async (find) => {
      try {
        return await find(probe, now);
      } catch (error) {
        log.warn({ err: error }, 'A check for degradation failed');
        return undefined;
      }
    }),
  );
  return found.filter((degradation) => degradation !== undefined);
}

async function checkStorage(
  database: Database,
  probe: Database,
): Promise<DatabaseFault | undefined> {
  if (knownFault(database) === undefined && !(await isDiskAlmostFull(database))) return undefined;
  try {
    await probe.connections.tryStorage();
    database.trustStorage();
    return undefined;
  } catch (error) {
    const storage = storageFault(error);
    return storage === undefined ? knownFault(database) : { storage };
  }
}

function knownFault(database: Database): DatabaseFault | undefined {
  const storage = database.storageFault();
  return storage && { storage };
}

async function isDiskAlmostFull({ file }: Database): Promise<boolean> {
  if (file === undefined) return false;
  const { bavail, bsize } = await statfs(dirname(file));
  return bavail * bsize < minFreeBytes;
}

/** A reason why the service is degraded, as `GET /readyz` reports it. */
type Degradation = components['schemas']['DegradedReason'];

/**
 * Checks for one reason of degradation. Every process runs the check, so the reason must be in the
 * database. `database` is the health check's own connection; `now` is ISO 8601 UTC. Run at most one
 * statement, which must take only milliseconds.
 */
export type FindDegradation = (database: Database, now: string) => Promise<Degradation | undefined>;

const everyMs = 30 * SECOND;
/** Milliseconds between two attempts while there is a fault, so that its end shows soon. */
const everyMsOfFault = 5 * SECOND;
/** Milliseconds after which a write has failed, though the server may end it later. */
const writeTimeoutMs = SECOND;
const failuresUntilFault = 2;

/**
 * Tries a write for the health check, once in 30 s, or in 5 s while there is a fault. Returns the
 * fault once two attempts in a row have failed, until one succeeds. The probe's own connection
 * writes one row and commits, so a missing synchronous standby shows too. Waiting for another
 * writer on SQLite is no failure. Without a probe it tries nothing, and returns what it knows.
 */
export function createWriteCheck(
  now: () => number = () => performance.now(),
): (probe: Database | undefined, log: Logger) => Promise<WriteFault | undefined> {
  let last = -Infinity;
  let failures = 0;
  let fault: WriteFault = 'failing';
  return async (probe, log) => {
    const isFault = failures >= failuresUntilFault;
    if (probe !== undefined && now() - last >= (isFault ? everyMsOfFault : everyMs)) {
      last = now();
      const outcome = await tryWrite(probe, log);
      failures = outcome === undefined ? 0 : failures + 1;
      fault = outcome ?? fault;
    }
    return failures >= failuresUntilFault ? fault : undefined;
  };
}

async function tryWrite(probe: Database, log: Logger): Promise<WriteFault | undefined> {
  const giveUp = new AbortController();
  const written = async (): Promise<WriteFault | undefined> => {
    try {
      await transact(probe, async (transaction) => {
        await transaction.write((db) =>
          db('database_epoch').update({ is_copy: db.ref('is_copy') }),
        );
      });
      return undefined;
    } catch (error) {
      if (probe.dialect === 'sqlite' && isLockTimeout(error)) return undefined;
      log.warn({ err: error }, 'The health check cannot write');
      return storageFault(error) ?? 'failing';
    }
  };
  const timedOut = async (): Promise<WriteFault | undefined> => {
    await pause(writeTimeoutMs, undefined, { signal: giveUp.signal });
    if (probe.dialect === 'sqlite') return undefined;
    log.warn('The write of the health check does not end');
    return 'unconfirmed';
  };
  try {
    return await Promise.race([written(), timedOut().catch(() => undefined)]);
  } finally {
    giveUp.abort();
  }
}
