import { hasClientRequestId } from './client-request-id';
import { isRecord } from './errors';

/**
 * How requests are retried:
 * - GET, HEAD, PUT and DELETE, and POST with a `client_request_id`: if no complete response
 *   arrived, and on 502, 503, 504 and 409 `REQUEST_IN_PROGRESS`.
 * - PATCH likewise, but only with `If-Match`, so that a retry overwrites no other change. If only
 *   the response was lost, the retry gets 412 `STALE_VERSION`: read the record again, as after any
 *   412.
 * - Every request on 429, because the server did nothing.
 *
 * A stream of events is retried until its response begins; `readStream` reconnects later.
 *
 * If the response of a DELETE was lost, the retry may get 404. No other response is retried.
 * Aborting the request's `signal` ends waiting and retrying.
 */
export interface RetryOptions {
  /** The maximum number of times a request is sent; 4 by default, 1 for no retry. */
  readonly attempts?: number;
  /**
   * Approximate delay before the first retry in milliseconds, doubled for each retry; 250 by
   * default.
   */
  readonly firstDelayMs?: number;
  /**
   * The maximum time in milliseconds that one call waits between its attempts, in total; 90,000 by
   * default: the period of the rate limit, and time for other retries. If the next wait, such as
   * `Retry-After`, is longer than the time that is left, the call ends at once with the last
   * response or error.
   */
  readonly maxWaitMs?: number;
  /** Called before each wait. */
  readonly onRetry?: (retry: Retry) => void;
}

/** A wait before a request is sent again. */
export interface Retry {
  readonly method: string;
  readonly url: string;
  /** The number of attempts so far. */
  readonly attempt: number;
  /** The time until the next attempt in milliseconds. */
  readonly waitMs: number;
  /** The status of the response, such as 429; undefined if no complete response arrived. */
  readonly status: number | undefined;
  /** The error, if no complete response arrived. */
  readonly error: unknown;
}

type Fetch = (request: Request) => Promise<Response>;

/** Wraps `fetch` with retries. */
export function withRetries(fetch: Fetch, options: RetryOptions): Fetch {
  const { attempts = 4, firstDelayMs = 250, maxWaitMs = 90_000, onRetry } = options;
  return async (request) => {
    const retryable = await isRetryable(request);
    const { method, url, signal } = request;
    let left = maxWaitMs;
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt >= attempts;
      const backoff = jittered(firstDelayMs * 2 ** (attempt - 1));
      let waitMs = nextWait(0, backoff, left);
      let status: number | undefined;
      let failure: unknown;
      try {
        const response = await fetch(last ? request : request.clone());
        if (last || !(await isTransient(response, retryable))) {
          return retryable && !isStream(response) ? await withWholeBody(response) : response;
        }
        waitMs = nextWait(retryAfterMs(response) ?? 0, backoff, left);
        if (waitMs === undefined) return response;
        ({ status } = response);
        await response.body?.cancel();
      } catch (error) {
        if (last || !retryable || signal.aborted || waitMs === undefined) throw error;
        failure = error;
      }
      onRetry?.({ method, url, attempt, waitMs, status, error: failure });
      await wait(waitMs, signal);
      left -= waitMs;
    }
  };
}

/** The time to wait in milliseconds; undefined if the time that is left is too short. */
function nextWait(retryAfter: number, backoff: number, left: number): number | undefined {
  if (left <= 0 || retryAfter > left) return undefined;
  return Math.min(retryAfter + backoff, left);
}

async function isRetryable(request: Request): Promise<boolean> {
  if (request.method === 'POST') return hasClientRequestId(request);
  return request.method !== 'PATCH' || request.headers.has('If-Match');
}

const gatewayFailures = [502, 503, 504];

async function isTransient(response: Response, retryable: boolean): Promise<boolean> {
  if (response.status === 429) return true;
  if (!retryable) return false;
  return gatewayFailures.includes(response.status) || isInProgress(response);
}

/** Whether a 409 has the code `REQUEST_IN_PROGRESS`. */
async function isInProgress(response: Response): Promise<boolean> {
  if (response.status !== 409) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return isRecord(body) && body['code'] === 'REQUEST_IN_PROGRESS';
}

function isStream(response: Response): boolean {
  return response.headers.get('Content-Type')?.startsWith('text/event-stream') === true;
}

/** Waits for the whole body of a response. Throws if the connection ends before. */
async function withWholeBody(response: Response): Promise<Response> {
  await response.clone().arrayBuffer();
  return response;
}

/** `Retry-After` in milliseconds, if present (RFC 9110, section 10.2.3: seconds or a date). */
function retryAfterMs(response: Response): number | undefined {
  const value = response.headers.get('Retry-After');
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

/** Randomises a delay, so that clients that failed together do not retry together. */
export function jittered(ms: number): number {
  return ms * (0.5 + Math.random());
}

/** Waits `ms` milliseconds. Throws the signal's reason as soon as it aborts. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
