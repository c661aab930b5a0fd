import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from './connect';
import { schemaState, type SchemaState } from './schema';
import { storageFault, type StorageFault } from './storage-faults';

/** Why the database cannot do its work. */
export type DatabaseFault =
  | { readonly database: 'unreachable' }
  | { readonly schema: Exclude<SchemaState['state'], 'current'> }
  | { readonly storage: StorageFault };

const patienceMs = 1_500;
/**
 * Bytes free on the disk, below which a write is tried even though none has failed in this process.
 */
const littleRoom = 2 ** 20;

/**
 * Makes a check of the database, which answers its fault, or undefined, within 1.5 s. It needs no
 * connection of those that requests use, and however often it is called at the same time, the
 * database is asked once. Storage is tried by a write, which is undone, only when a write has
 * failed since the last successful check, or little room is left.
 */
export function createHealthCheck(
  database: Database,
): (log: Logger) => Promise<DatabaseFault | undefined> {
  let running: Promise<DatabaseFault | undefined> | undefined;
  return (log) =>
    (running ??= checkInTime(database, log).finally(() => {
      running = undefined;
    }));
}

async function checkInTime(database: Database, log: Logger): Promise<DatabaseFault | undefined> {
  const giveUp = new AbortController();
  const { signal } = giveUp;
  const late = async (): Promise<DatabaseFault> => {
    await pause(patienceMs, undefined, { signal });
    log.warn('The database does not answer the check of its health');
    return knownFault(database) ?? { database: 'unreachable' };
  };
  const checked = check(database).catch((error: unknown): DatabaseFault => {
    log.warn({ err: error }, 'The database fails the check of its health');
    const storage = storageFault(error);
    return storage === undefined ? { database: 'unreachable' } : { storage };
  });
  try {
    return await Promise.race([checked, late()]);
  } finally {
    giveUp.abort();
  }
}

async function check(database: Database): Promise<DatabaseFault | undefined> {
  const probe = database.probe();
  const { state } = await schemaState(probe);
  if (state !== 'current') return { schema: state };
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
