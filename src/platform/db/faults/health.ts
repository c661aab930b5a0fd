import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { limits } from '../../../../generated/limits';
import type { Degradation, FindDegradation } from '../../degradation';
import { SECOND } from '../../time';
import type { Database } from '../connect';
import { schemaState, type SchemaState } from '../schema/schema';
import { storageFault, type StorageFault } from './storage-faults';

/** Why the database cannot do its work. */
export type DatabaseFault =
  | { readonly database: 'unreachable' }
  | { readonly schema: Exclude<SchemaState['state'], 'current' | 'compatible'> }
  | { readonly storage: StorageFault };

/** Whether the database can do its work, and why the service is degraded although it can. */
export interface Health {
  readonly fault: DatabaseFault | undefined;
  readonly degradations: readonly Degradation[];
  /** Whether a newer program has changed the schema, and this one may go on serving. */
  readonly isNewer: boolean;
}

const newerSchema: Degradation = {
  code: 'schema_newer',
  message:
    'A newer program has changed the database schema. This program may go on serving until it is replaced.',
};

// What remains is for the network and the answer itself.
const patienceMs = 0.75 * limits.readiness_seconds * SECOND;
/**
 * Bytes free on the disk, below which a write is tried even though none has failed in this process.
 */
const littleRoom = 2 ** 20;

/**
 * Makes a check of the database, which ends within 1.5 s. It needs no connection of those that
 * requests use, and however often it is called at the same time, the database is asked once.
 * Storage is tried by a write, which is undone, only when a write has failed since the last
 * successful check, or little room is left. Causes of degradation are looked for when there is no
 * fault.
 */
export function createHealthCheck(
  database: Database,
  causes: readonly FindDegradation[],
): (log: Logger) => Promise<Health> {
  let running: Promise<Health> | undefined;
  return (log) =>
    (running ??= checkInTime(database, causes, log).finally(() => {
      running = undefined;
    }));
}

async function checkInTime(
  database: Database,
  causes: readonly FindDegradation[],
  log: Logger,
): Promise<Health> {
  const giveUp = new AbortController();
  const { signal } = giveUp;
  const late = async (): Promise<Health> => {
    await pause(patienceMs, undefined, { signal });
    log.warn('The database does not answer the check of its health');
    return failed(knownFault(database) ?? { database: 'unreachable' });
  };
  const checked = async (): Promise<Health> => {
    let isNewer: boolean;
    try {
      const probe = database.probe();
      const { state } = await schemaState(probe);
      if (state !== 'current' && state !== 'compatible') return failed({ schema: state });
      isNewer = state === 'compatible';
      const fault = await checkStorage(database, probe);
      if (fault !== undefined) return failed(fault);
    } catch (error) {
      log.warn({ err: error }, 'The database fails the check of its health');
      const storage = storageFault(error);
      return failed(storage === undefined ? { database: 'unreachable' } : { storage });
    }
    const found = await findAll(database, causes, log);
    return { fault: undefined, degradations: isNewer ? [newerSchema, ...found] : found, isNewer };
  };
  try {
    return await Promise.race([checked(), late()]);
  } finally {
    giveUp.abort();
  }
}

function failed(fault: DatabaseFault): Health {
  return { fault, degradations: [], isNewer: false };
}

// A cause that cannot be looked for takes no working server out of its balancer.
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
        log.warn({ err: error }, 'A cause of degradation cannot be looked for');
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
  if (knownFault(database) === undefined && !(await hasLittleRoom(database))) return undefined;
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

async function hasLittleRoom({ file }: Database): Promise<boolean> {
  if (file === undefined) return false;
  const { bavail, bsize } = await statfs(dirname(file));
  return bavail * bsize < littleRoom;
}
