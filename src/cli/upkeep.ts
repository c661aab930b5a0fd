import type { Logger } from 'pino';
import type { Database } from '../platform/db/connect';
import { transact } from '../platform/db/hands';
import { forgetExpired } from '../platform/http/idempotency';
import { HOUR } from '../platform/time';

/**
 * Forgets answers that are kept for no repetition any more, once an hour. Nothing depends on it but the size of the table; so it
 * holds up no request and no stop. Answers what ends it.
 */
export function startUpkeep(database: Database, log: Logger): () => void {
  const timer = setInterval(() => {
    transact(database, (hand) => forgetExpired(hand, new Date().toISOString())).then(
      (forgotten) => log.debug({ forgotten }, 'Expired answers are forgotten'),
      (error: unknown) => log.warn({ err: error }, 'Expired answers could not be forgotten'),
    );
  }, HOUR);
  timer.unref();
  return () => clearInterval(timer);
}
