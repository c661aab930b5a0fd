import type { Logger } from 'pino';
import { isSerializationFailure } from './violations';

const maxAttempts = 4;

/**
 * Runs a transaction, and retries it after a deadlock or a serialization failure on Postgres.
 * Throws the error of the last attempt.
 */
export async function withRetries<T>(log: Logger, work: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempts === maxAttempts || !isSerializationFailure(error)) throw error;
      log.warn(
        { err: error, tries: attempts },
        'The database has rolled back a transaction; retrying it',
      );
    }
  }
}
