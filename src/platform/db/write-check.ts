import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SECOND } from '../time';
import type { Database } from './connect';
import { isLockTimeout, storageFault, type StorageFault } from './faults';
import { transact } from './transaction';

const everyMs = 30 * SECOND;
/** Milliseconds between two attempts while there is a fault, so that its end shows soon. */
const everyMsOfFault = 5 * SECOND;
/** Milliseconds after which a write has failed, though the server may end it later. */
const timeoutMs = SECOND;
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
    await pause(timeoutMs, undefined, { signal: giveUp.signal });
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
