import type { Logger } from 'pino';
import { isLostToOthers } from './violations';

const mostTries = 4;

/**
 * Runs the work, which is one transaction, again when Postgres has undone it for another's sake: a deadlock is nobody's fault, and who begins
 * anew finds what the other has done. Throws what the last try threw.
 */
export async function withRetries<T>(log: Logger, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === mostTries || !isLostToOthers(error)) throw error;
      log.warn({ err: error, tries }, 'The database has undone a transaction; it begins anew');
    }
  }
}
