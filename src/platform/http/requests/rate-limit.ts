import type { Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from '../../problems';
import { SECOND } from '../../time';

/** A token, or a person with all their sessions, whose requests are counted together. */
export interface RateLimitSubject {
  readonly policy: 'token' | 'person';
  readonly workspaceId: string;
  /** Unique within its workspace: an import may bring the ids of another workspace. */
  readonly id: string;
}

/**
 * Counts one request and sets the `RateLimit` and `RateLimit-Policy` headers
 * (draft-ietf-httpapi-ratelimit-headers). Throws 429 `RATE_LIMITED` with `Retry-After` when the
 * limit is reached.
 */
export type RateLimit = (subject: RateLimitSubject, res: Response) => Promise<void>;

const WINDOW_SECONDS = 60;

/**
 * Creates a limit of requests per minute, a window that begins with the first request; 0 disables
 * the limit. Each process counts separately, because a shared counter would slow every request.
 */
export function createRateLimit(perMinute: number): RateLimit {
  if (perMinute === 0) return () => Promise.resolve();
  const limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
  return async ({ policy, workspaceId, id }, res) => {
    const use = await limiter.consume(`${workspaceId} ${id}`).catch(rejectedResult);
    const seconds = Math.max(1, Math.ceil(use.msBeforeNext / SECOND));
    res.set({
      'RateLimit-Policy': `"${policy}";q=${perMinute};w=${WINDOW_SECONDS}`,
      RateLimit: `"${policy}";r=${use.remainingPoints};t=${seconds}`,
    });
    if (use.consumedPoints <= perMinute) return;
    const who = policy === 'token' ? 'This token has used its' : 'You have used your';
    throw rateLimited(`${who} ${perMinute} requests a minute.`, seconds);
  };
}

// The library rejects with its result when the limit is reached, and with an error otherwise.
function rejectedResult(rejected: unknown): RateLimiterRes {
  if (rejected instanceof RateLimiterRes) return rejected;
  throw rejected;
}
