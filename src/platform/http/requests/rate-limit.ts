import type { Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { problem } from '../../problems';
import { SECOND } from '../../time';

/**
 * Whose requests are counted together: those of one token, or those of one person in all their
 * sessions.
 */
export interface Counted {
  readonly policy: 'token' | 'person';
  readonly id: string;
}

/**
 * Counts one request and tells the caller in `RateLimit` and `RateLimit-Policy`
 * (draft-ietf-httpapi-ratelimit-headers) how many are left. Throws 429 `RATE_LIMITED` with
 * `Retry-After` where none is.
 */
export type RateLimit = (counted: Counted, res: Response) => Promise<void>;

const WINDOW_SECONDS = 60;

/**
 * A limit of so many requests in a window of a minute, which begins with the first request; 0 is no
 * limit. Each process counts for itself (product section 6: approximate per process is fine), so
 * that no request pays for a shared counter.
 */
export function createRateLimit(perMinute: number): RateLimit {
  if (perMinute === 0) return () => Promise.resolve();
  const limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
  return async ({ policy, id }, res) => {
    const use = await limiter.consume(id).catch(refusal);
    const seconds = Math.max(1, Math.ceil(use.msBeforeNext / SECOND));
    res.set({
      'RateLimit-Policy': `"${policy}";q=${perMinute};w=${WINDOW_SECONDS}`,
      RateLimit: `"${policy}";r=${use.remainingPoints};t=${seconds}`,
    });
    if (use.consumedPoints <= perMinute) return;
    throw problem(
      'RATE_LIMITED',
      `${policy === 'token' ? 'This token has used its' : 'You have used your'} ${perMinute} requests a minute. Try again in ${seconds} seconds.`,
      { headers: { 'Retry-After': String(seconds) }, details: { retry_after_seconds: seconds } },
    );
  };
}

// The library rejects with the same record that it resolves with; anything else is a fault.
function refusal(rejected: unknown): RateLimiterRes {
  if (rejected instanceof RateLimiterRes) return rejected;
  throw rejected;
}
