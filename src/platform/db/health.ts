import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { limits } from '../../../generated/limits';
import type { components } from '../../../generated/types';
import { SECOND } from '../time';
import { instanceOf, readEpoch } from './clock-and-epoch';
import type { Database } from './connect';
import { storageFault, type StorageFault, isLockTimeout } from './faults';
import { createReader } from './reader';
import { schemaState, type SchemaState } from './schema/schema';
import { transact } from './transaction';

/** Why the database cannot serve requests. */
export type DatabaseFault =
  | { readonly database: 'unreachable' }
  | { readonly schema: Exclude<SchemaState['state'], 'current' | 'compatible'> }
  | { readonly storage: StorageFault };

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

// The rest of the time is for the network and the response.
const timeoutMs = 0.75 * limits.readiness_seconds * SECOND;
/** Free bytes on the disk below which the check tries a write although none has failed. */
const minFreeBytes = 2 ** 20;

/**
 * Creates a health check of the database, which ends within 1.5 s. It uses no connection of
 * requests, and concurrent calls share one check. It tries a write once in 30 s, and a larger one,
 * which it rolls back, if a write has failed since the last successful check or the disk is almost
 * full. Without a fault it also finds the causes of degradation.
 */
export function createHealthCheck(
  database: Database,
  causes: readonly FindDegradation[],
): (log: Logger) => Promise<Health> {
  let running: Promise<Health> | undefined;
  const findWriteFault = createWriteCheck(database);
  return (log) =>
    (running ??= checkInTime({ database, findWriteFault }, causes, log).finally(() => {
      running = undefined;
    }));
}

interface Checked {
  readonly database: Database;
  readonly findWriteFault: ReturnType<typeof createWriteCheck>;
}

async function checkInTime(
  { database, findWriteFault }: Checked,
  causes: readonly FindDegradation[],
  log: Logger,
): Promise<Health> {
  const giveUp = new AbortController();
  const { signal } = giveUp;
  const timedOut = async (): Promise<Health> => {
    await pause(timeoutMs, undefined, { signal });
    log.warn('The database does not respond to the health check');
    return failed(knownFault(database) ?? { database: 'unreachable' });
  };
  const checked = async (): Promise<Health> => {
    let isNewer: boolean;
    let instance: string;
    try {
      const probe = database.probe();
      const { state } = await schemaState(probe);
      if (state !== 'current' && state !== 'compatible') return failed({ schema: state });
      isNewer = state === 'compatible';
      const fault = await checkStorage(database, probe);
      if (fault !== undefined) return failed(fault);
      const storage = await findWriteFault(log);
      if (storage !== undefined) return failed({ storage });
      instance = instanceOf(await readEpoch(createReader(probe)));
    } catch (error) {
      log.warn({ err: error }, 'The database fails the health check');
      const storage = storageFault(error);
      return failed(storage === undefined ? { database: 'unreachable' } : { storage });
    }
    const found = await findAll(database, causes, log);
    const degradations = isNewer ? [newerSchema, ...found] : found;
    return { fault: undefined, degradations, isNewer, instance };
  };
  try {
    return await Promise.race([checked(), timedOut()]);
  } finally {
    giveUp.abort();
  }
}

function failed(fault: DatabaseFault): Health {
  return { fault, degradations: [], isNewer: false, instance: '' };
}

// A failing check for degradation must not remove a working server from its load balancer.
async function findAll(
  database: Database,
  causes: readonly FindDegradation[],
  log: Logger,
): Promise<Degradation[]> {
  const now = new Date().toISOString();
  const found = await Promise.all(
    causes.map(async (find) => {
      try {
        return await find(database.probe(), now);
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
 * writes one row and commits, so a missing synchronous standby shows too. Waiting for another writer
 * on SQLite is no failure.
 */
export function createWriteCheck(
  database: Database,
  now: () => number = () => performance.now(),
): (log: Logger) => Promise<StorageFault | undefined> {
  let last = -Infinity;
  let failures = 0;
  let fault: StorageFault = 'failing';
  return async (log) => {
    const isFault = failures >= failuresUntilFault;
    if (now() - last >= (isFault ? everyMsOfFault : everyMs)) {
      last = now();
      const outcome = await tryWrite(database, log);
      failures = outcome === undefined ? 0 : failures + 1;
      fault = outcome ?? fault;
    }
    return failures >= failuresUntilFault ? fault : undefined;
  };
}

async function tryWrite(database: Database, log: Logger): Promise<StorageFault | undefined> {
  const giveUp = new AbortController();
  const written = async (): Promise<StorageFault | undefined> => {
    try {
      await transact(database.probe(), async (transaction) => {
        await transaction.write((db) =>
          db('database_epoch').update({ is_copy: db.ref('is_copy') }),
        );
      });
      return undefined;
    } catch (error) {
      if (database.dialect === 'sqlite' && isLockTimeout(error)) return undefined;
      log.warn({ err: error }, 'The health check cannot write');
      return storageFault(error) ?? 'failing';
    }
  };
  const timedOut = async (): Promise<StorageFault | undefined> => {
    await pause(writeTimeoutMs, undefined, { signal: giveUp.signal });
    if (database.dialect === 'sqlite') return undefined;
    log.warn('The write of the health check does not end');
    return 'failing';
  };
  try {
    return await Promise.race([written(), timedOut().catch(() => undefined)]);
  } finally {
    giveUp.abort();
  }
}
