import type { Logger } from 'pino';
import { attemptPurge, findWorkspaceIds, resetPurge, sessionPurge } from '../../features/auth';
import { eventPurge } from '../../shared/events';
import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { createReader, transact } from '../../platform/db/transaction';
import type { Purge } from '../../platform/db/purge/purge';
import { advanceCutoff, lags, readDatabaseTime } from '../../platform/db/purge/purge-cutoff';
import { storedResponsePurge } from '../../platform/http/idempotency';
import { newId } from '../../platform/ids';
import { HOUR, shift } from '../../platform/time';
import { resolveExpiredQuestions } from '../../features/questions';
import { tokenPurge } from '../../shared/tokens';
import { invitationPurge } from '../../features/users';

const PAGE = 1000;

/** What housekeeping needs. */
export interface Housekeeping {
  readonly database: Database;
  readonly config: Pick<Config, 'eventDays'>;
  readonly log: Logger;
}

/**
 * Keeps house now and every hour. Call what it answers to stop; it resolves when nothing runs any
 * more.
 */
export function startHousekeeping(parts: Housekeeping): () => Promise<void> {
  const clean = (): Promise<void> => runHousekeeping(parts, () => stopped);
  let stopped = false;
  let running = clean();
  const timer = setInterval(() => {
    running = running.then(clean);
  }, HOUR);
  timer.unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}

/**
 * Removes what nobody can use any more, and settles what ran out of time in workspaces that nobody
 * looks into. No answer depends on it. A failure goes to the log.
 */
export async function runHousekeeping(
  parts: Housekeeping,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const { database, config, log } = parts;
  const purges = [
    storedResponsePurge,
    attemptPurge,
    eventPurge(config.eventDays),
    invitationPurge,
    resetPurge,
    sessionPurge,
    tokenPurge(config.eventDays),
  ];
  try {
    for (const purge of purges) {
      if (!isStopped()) await runPurge(purge, parts, isStopped);
    }
    await settleEverywhere(database, isStopped);
  } catch (error) {
    log.warn({ err: error }, 'Housekeeping failed; the next is in an hour');
  }
}

async function runPurge(
  purge: Purge,
  { database, log }: Housekeeping,
  isStopped: () => boolean,
): Promise<void> {
  const reached = await transact(database, async (transaction) => {
    const now = await readDatabaseTime(transaction);
    return advanceCutoff(transaction, purge, { now, wantedCutoff: shift(now, -purge.keptFor) });
  });
  // Each page is a transaction of its own, so that requests come in between.
  let removed = 0;
  for (let last = 1; last > 0 && !isStopped(); removed += last) {
    last = await transact(database, (transaction) => purge.remove(transaction, reached.cutoff));
  }
  const told = { table: purge.name, ...reached };
  if (removed > 0) log.info({ ...told, removed }, 'Removed rows that are kept no longer');
  if (lags(reached)) {
    log.warn(
      told,
      'The removal of old rows is more than two days behind and catches up by a day an hour. If the server has run all the time, check the clock of the database’s machine',
    );
  }
}

// Workspace by workspace: no statement looks into several.
async function settleEverywhere(database: Database, isStopped: () => boolean): Promise<void> {
  const now = new Date().toISOString();
  for (let last: string | undefined = ''; last !== undefined && !isStopped();) {
    const ids = await findWorkspaceIds(createReader(database), last, PAGE);
    for (const workspaceId of ids) {
      if (isStopped()) return;
      await resolveExpiredQuestions(database, {
        workspaceId,
        now,
        newId: (prefix) => newId(prefix, now),
      });
    }
    last = ids.at(-1);
  }
}
