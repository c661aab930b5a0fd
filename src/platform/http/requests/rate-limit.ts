import cluster from 'node:cluster';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type Problem, rateLimited } from '../../problems';
import { SECOND } from '../../time';
import type { Exchange } from '../exchange';

/** A token, or a person with all their sessions, whose requests are counted together. */
export interface RateLimitSubject {
  readonly policy: 'token' | 'person';
  readonly workspaceId: string;
  /** Unique within its workspace: an import may bring the ids of another workspace. */
  readonly id: string;
}

/**
 * Counts one request and sets the `RateLimit` and `RateLimit-Policy` headers
 * (draft-ietf-httpapi-ratelimit-headers) of the limit that has least left. Throws 429
 * `RATE_LIMITED` with `Retry-After` when one is reached.
 */
export type RateLimit = (
  subject: RateLimitSubject,
  exchange: Pick<Exchange, 'res' | 'sender'>,
) => Promise<void>;

/** The limits of requests. */
export interface RateLimits {
  readonly count: RateLimit;
  /**
   * The refusal of a caller who goes on after a 429, found by the credential as it was sent, before
   * anything is read. Sets the same headers. Undefined for everybody else.
   */
  refusal(req: IncomingMessage, res: Response): Problem | undefined;
}

/** Requests per minute; 0 for no limit. */
export interface PerMinute {
  /** Of one bearer token, or of one person in all their sessions, in this process. */
  readonly caller: number;
  /** Of all callers of a workspace, in all processes that `--workers` starts. */
  readonly workspace: number;
}

type Policy = RateLimitSubject['policy'] | 'workspace';

/** The sender in a line of the log, in the same fields as in the line of a request. */
interface SenderFields {
  readonly workspace: string;
  readonly actor: string | undefined;
  readonly token_id: string | undefined;
}

interface Limit {
  readonly policy: Policy;
  readonly perMinute: number;
  readonly use: RateLimiterRes;
}

/** A caller who is beyond a limit until a moment, and has sent this many requests since. */
interface Refused {
  readonly limit: Limit;
  /** By the clock, in milliseconds. */
  readonly untilMs: number;
  count: number;
}

const WINDOW_SECONDS = 60;
/** The callers that are refused early at a time; all others take the whole way to their 429. */
const maxRefused = 10_000;
const maxCredential = 1_000;
const keyPrefix = 'workspace-requests';
// The primary process answers within a millisecond unless it hangs, and then the limit is open.
const primaryTimeoutMs = SECOND / 2;

const reasons: Readonly<Record<Policy, (perMinute: number) => string>> = {
  token: (count) => `This token has used its ${count} requests a minute.`,
  person: (count) => `You have used your ${count} requests a minute.`,
  workspace: (count) => `The workspace has used its ${count} requests a minute.`,
};

/**
 * Creates the limits: windows of a minute that begin with the first request. Callers are counted in
 * each process, because a shared counter would slow every request. The requests that a caller sends
 * beyond a limit are not logged one by one: their number is, when the window ends.
 */
export function createRateLimits(perMinute: PerMinute, log: Logger): RateLimits {
  const ofCaller = memoryLimiter(perMinute.caller);
  const ofWorkspace = cluster.isWorker
    ? clusterLimiter(perMinute.workspace)
    : memoryLimiter(perMinute.workspace);
  const refused = new Map<string, Refused>();

  const refuse = (credential: string, limit: Limit, fields: SenderFields): void => {
    // A caller can send one credential in many ways.
    if (refused.size >= maxRefused) return;
    const entry = { limit, untilMs: Date.now() + limit.use.msBeforeNext, count: 0 };
    refused.set(credential, entry);
    const end = (): void => {
      if (refused.get(credential) === entry) refused.delete(credential);
      if (entry.count === 0) return;
      const { count: requests } = entry;
      log.info(
        { ...fields, policy: limit.policy, requests },
        'A caller sent requests beyond a limit',
      );
    };
    setTimeout(end, limit.use.msBeforeNext).unref();
  };

  return {
    async count({ policy, workspaceId, id }, { res, sender }) {
      const [caller, workspace] = await Promise.all([
        ofCaller?.consume(`${workspaceId} ${id}`).catch(rejectedResult),
        ofWorkspace?.consume(workspaceId).catch(openWithoutPrimary),
      ]);
      const limits: Limit[] = [];
      if (caller !== undefined) limits.push({ policy, perMinute: perMinute.caller, use: caller });
      if (workspace !== undefined) {
        limits.push({ policy: 'workspace', perMinute: perMinute.workspace, use: workspace });
      }
      const [least] = limits.toSorted((one, other) => left(one) - left(other));
      if (least === undefined) return;
      setHeaders(res, least, least.use.msBeforeNext);
      if (least.use.consumedPoints <= least.perMinute) return;
      const credential = credentialOf(res.req);
      if (credential !== undefined) {
        const { actorId: actor, tokenId } = sender ?? {};
        refuse(credential, least, { workspace: workspaceId, actor, token_id: tokenId });
      }
      throw problemOf(least, least.use.msBeforeNext);
    },
    refusal(req, res) {
      if (refused.size === 0) return undefined;
      const credential = credentialOf(req);
      const entry = credential === undefined ? undefined : refused.get(credential);
      if (entry === undefined) return undefined;
      const ms = entry.untilMs - Date.now();
      if (ms <= 0) return undefined;
      entry.count += 1;
      setHeaders(res, entry.limit, ms);
      return problemOf(entry.limit, ms);
    },
  };
}

function memoryLimiter(points: number): RateLimiterMemory | undefined {
  return points === 0 ? undefined : new RateLimiterMemory({ points, duration: WINDOW_SECONDS });
}

function clusterLimiter(points: number): RateLimiterCluster | undefined {
  if (points === 0) return undefined;
  const timeoutMs = primaryTimeoutMs;
  return new RateLimiterCluster({ keyPrefix, points, duration: WINDOW_SECONDS, timeoutMs });
}

// A digest stands for a long one, such as all cookies of a host, so that the map stays small.
function credentialOf({ headers: { authorization, cookie } }: IncomingMessage): string | undefined {
  const sent = authorization ?? cookie;
  if (sent === undefined || sent.length <= maxCredential) return sent;
  return createHash('sha256').update(sent).digest('base64');
}

// The library rejects with its result when the limit is reached, and with an error otherwise.
function rejectedResult(rejected: unknown): RateLimiterRes {
  if (rejected instanceof RateLimiterRes) return rejected;
  throw rejected;
}

function openWithoutPrimary(rejected: unknown): RateLimiterRes | undefined {
  return rejected instanceof RateLimiterRes ? rejected : undefined;
}

function left({ use, perMinute }: Limit): number {
  return perMinute - use.consumedPoints;
}

function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / SECOND));
}

function setHeaders(res: Response, { policy, perMinute, use }: Limit, ms: number): void {
  res.setHeader('RateLimit-Policy', `"${policy}";q=${perMinute};w=${WINDOW_SECONDS}`);
  res.setHeader('RateLimit', `"${policy}";r=${use.remainingPoints};t=${secondsOf(ms)}`);
}

function problemOf({ policy, perMinute }: Limit, ms: number): Problem {
  return rateLimited(reasons[policy](perMinute), secondsOf(ms));
}
