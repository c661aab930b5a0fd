import type { Logger } from 'pino';
import type { Database } from '../platform/db/connect';
import { transact } from '../platform/db/hands';
import { forgetExpired } from '../platform/http/idempotency';
import { HOUR } from '../platform/time';

/**
 * Removes what nobody can use any more, now and every hour. Nothing depends on it but the size of the database. Call what it answers to
 * stop; it resolves when nothing runs any more.
 */
export function keepHouse(database: Database, log: Logger): () => Promise<void> {
  const clean = async (): Promise<void> => {
    try {
      const now = new Date().toISOString();
      const forgotten = await transact(database, (hand) => forgetExpired(hand, now));
      if (forgotten > 0) log.debug({ forgotten }, 'Expired answers of repeated requests removed');
    } catch (error) {
      log.warn({ err: error }, 'Housekeeping failed; the next is in an hour');
    }
  };
  let running = clean();
  const timer = setInterval(() => {
    running = running.then(clean);
  }, HOUR);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
