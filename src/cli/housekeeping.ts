import type { Logger } from 'pino';
import { forgetEvents } from '../events';
import type { Config } from '../platform/config';
import type { Database } from '../platform/db/connect';
import { transact, type WriteHand } from '../platform/db/hands';
import { forgetExpired } from '../platform/http/idempotency';
import { DAY, HOUR, shift } from '../platform/time';

/**
 * Removes what nobody can use any more, now and every hour. Nothing depends on it but the size of the database. Call what it answers to
 * stop; it resolves when nothing runs any more.
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
  const clean = async (): Promise<void> => {
    try {
      const now = new Date().toISOString();
      const answers = await untilNone((hand) => forgetExpired(hand, now));
      const events = await untilNone((hand) => forgetEvents(hand, shift(now, -eventDays * DAY)));
      if (answers + events > 0) log.info({ answers, events }, 'Removed what is kept no more');
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
