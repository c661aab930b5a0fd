import type { Logger } from 'pino';
import {
  attemptPurge,
  findWorkspaceIds,
  resetPurge,
  sessionPurge,
  signInLinkPurge,
} from '../../features/auth';
import { auditPurge } from '../../shared/audit-store';
import { filePurge, uploadUrlPurge } from '../../shared/file-store';
import { eventPurge, newsPurge } from '../../shared/events';
import { insightPurge } from '../../shared/insights';
import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { isBusy } from '../../platform/db/faults';
import { createReader } from '../../platform/db/reader';
import { transact } from '../../platform/db/transaction';
import { advanceCutoff, lags, type Purge } from '../../platform/db/purge';
import { readDatabaseTime } from '../../platform/db/clock-and-epoch';
import { storedResponsePurge } from '../../platform/http/idempotency';
import { newId } from '../../platform/ids';
import { HOUR, addMilliseconds } from '../../platform/time';
import { resolveExpiredQuestions } from '../../features/questions';
import { accessTokenPurge, tokenPurge } from '../../shared/tokens';
import { oauthPurges } from '../../features/oauth';
import { logoutTokenPurge } from '../../features/oidc';
import { invitationPurge } from '../../features/users';
import { deliveryPurge, webhookPurge } from '../../features/webhooks';

const PAGE = 1000;

/** After so many workspaces in a row that found the database busy, the rest waits for an hour. */
const MAX_BUSY = 3;

/** The dependencies of housekeeping. */
export interface Housekeeping {
  readonly database: Database;
  readonly config: Pick<Config, 'eventDays' | 'auditDays'>;
  readonly log: Logger;
}

/**
 * Runs housekeeping now and every hour. Returns a function that stops it and resolves when nothing
 * runs any more.
 */
export function startHousekeeping(parts: Housekeeping): () => Promise<void> {
  const runOnce = (): Promise<void> => runHousekeeping(parts, () => stopped);
  let stopped = false;
  let running = runOnce();
  const timer = setInterval(() => {
    running = running.then(runOnce);
  }, HOUR);
  timer.unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}

/**
 * Removes expired rows, and resolves expired questions in workspaces without requests. No response
 * depends on it. Logs its failures.
 */
export async function runHousekeeping(
  parts: Housekeeping,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const { config, log } = parts;
  const purges = [
    storedResponsePurge,
    attemptPurge,
    eventPurge(config.eventDays),
    newsPurge(config.eventDays),
    auditPurge(config.auditDays),
    filePurge,
    insightPurge,
    invitationPurge,
    resetPurge,
    sessionPurge,
    tokenPurge(config.eventDays),
    accessTokenPurge,
    ...oauthPurges,
    logoutTokenPurge,
    signInLinkPurge,
    uploadUrlPurge,
    deliveryPurge,
    webhookPurge,
  ];
  for (const purge of purges) {
    if (isStopped()) return;
    try {
      await runPurge(purge, parts, isStopped);
    } catch (error) {
      log.warn(
        { err: error, table: purge.name },
        'The removal of old rows failed; the next is in an hour',
      );
    }
  }
  try {
    await resolveEverywhere(parts, isStopped);
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
    return advanceCutoff(transaction, purge, {
      now,
      wantedCutoff: addMilliseconds(now, -purge.retentionMs),
    });
  });
  // Each page is a transaction of its own, so requests can run in between.
  let removed = 0;
  for (let count = 1; count > 0 && !isStopped(); removed += count) {
    count = await transact(database, (transaction) => purge.remove(transaction, reached.cutoff));
  }
  const fields = { table: purge.name, ...reached };
  if (removed > 0) log.info({ ...fields, removed }, 'Deleted expired rows');
  if (lags(reached)) {
    log.warn(
      fields,
      'The removal of old rows is more than two days behind and catches up by a day an hour. If the server has run all the time, check the clock of the database’s machine',
    );
  }
}

// One workspace at a time, because no statement reads several workspaces.
async function resolveEverywhere(
  { database, log }: Housekeeping,
  isStopped: () => boolean,
): Promise<void> {
  const now = new Date().toISOString();
  let busyInARow = 0;
  for (let lastId: string | undefined = ''; lastId !== undefined && !isStopped();) {
    const ids = await findWorkspaceIds(createReader(database), lastId, PAGE);
    for (const workspaceId of ids) {
      if (isStopped()) return;
      try {
        await resolveExpiredQuestions(database, {
          workspaceId,
          now,
          newId: (prefix) => newId(prefix, now),
        });
        busyInARow = 0;
      } catch (error) {
        busyInARow = isBusy(error) ? busyInARow + 1 : 0;
        if (busyInARow === MAX_BUSY) throw error;
        const fields = { err: error, workspace_id: workspaceId };
        log.warn(fields, 'The expired questions of a workspace were not resolved');
      }
    }
    lastId = ids.at(-1);
  }
}
