import type { Logger } from 'pino';
import { findWorkspaceIds, forgetOldFailures } from '../auth';
import { forgetEvents } from '../events';
import type { Config } from '../platform/config';
import type { Database } from '../platform/db/connect';
import { readHand, transact, type WriteHand } from '../platform/db/hands';
import { forgetExpired } from '../platform/http/idempotency';
import { newId } from '../platform/ids';
import { DAY, HOUR, shift } from '../platform/time';
import { settleDueQuestions } from '../questions';

const PAGE = 1000;

/**
 * Removes what nobody can use any more, and settles what ran out of time in workspaces that nobody looks into, now and every hour. No
 * answer depends on it. Call what it answers to stop; it resolves when nothing runs any more.
 */
export function keepHouse(
  database: Database,
  { eventDays }: Pick<Config, 'eventDays'>,
  log: Logger,
): () => Promise<void> {
  // Each part is a transaction of its own, so that requests come in between.
  const untilNone = async (part: (hand: WriteHand) => Promise<number>): Promise<number> => {
    let removed = 0;
    for (let last = 1; last > 0 && !stopped; removed += last) last = await transact(database, part);
    return removed;
  };
  // Workspace by workspace: no statement looks into several.
  const settleEverywhere = async (now: string): Promise<void> => {
    for (let last: string | undefined = ''; last !== undefined && !stopped;) {
      const ids = await findWorkspaceIds(readHand(database), last, PAGE);
      for (const workspaceId of ids) {
        if (!stopped)
          await settleDueQuestions(database, {
            workspaceId,
            now,
            newId: (prefix) => newId(prefix, now),
          });
      }
      last = ids.at(-1);
    }
  };
  const clean = async (): Promise<void> => {
    try {
      const now = new Date().toISOString();
      const answers = await untilNone((hand) => forgetExpired(hand, now));
      const events = await untilNone((hand) => forgetEvents(hand, shift(now, -eventDays * DAY)));
      const attempts = await untilNone((hand) => forgetOldFailures(hand, now));
      if (answers + events + attempts > 0) {
        log.info({ answers, events, attempts }, 'Removed what is kept no more');
      }
      await settleEverywhere(now);
    } catch (error) {
      log.warn({ err: error }, 'Housekeeping failed; the next is in an hour');
    }
  };
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
