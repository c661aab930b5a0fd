import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from '../../platform/problems';
import { SECOND } from '../../platform/time';

/** A limit of events per key, such as an address. Each process counts separately. */
export interface Limit {
  /** Counts an event. Throws 429 `RATE_LIMITED` with `Retry-After` when the limit is passed. */
  readonly consume: (key: string) => Promise<void>;
  /** Throws the same 429 when the limit is reached, and counts nothing. */
  readonly check: (key: string) => Promise<void>;
}

/**
 * Creates a limit of `points` events in `duration` seconds, a window that begins with the first
 * event. The message of the 429 is the reason and when to try again.
 */
export function createLimit(points: number, duration: number, reason: string): Limit {
  const limiter = new RateLimiterMemory({ points, duration });
  return {
    consume: async (key) => {
      try {
        await limiter.consume(key);
      } catch (rejected) {
        if (!(rejected instanceof RateLimiterRes)) throw rejected;
        throw rateLimited(reason, secondsOf(rejected));
      }
    },
    check: async (key) => {
      const use = await limiter.get(key);
      if (use !== null && use.consumedPoints >= points) throw rateLimited(reason, secondsOf(use));
    },
  };
}

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / SECOND));
}
