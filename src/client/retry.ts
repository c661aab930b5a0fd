import { hasClientRequestId } from './client-request-id';
import { isRecord } from './errors';

/**
 * How requests are repeated. What may be repeated:
 * - GET, HEAD, PUT and DELETE, and POST with a `client_request_id`: when no whole answer came, and on 502, 503, 504 and
 *   409 `REQUEST_IN_PROGRESS`.
 * - PATCH only with `If-Match`. Then it cannot be done twice and cannot undo what others wrote in between; but when only the answer
 *   was lost, the repetition is 412 `STALE_VERSION`: read the record again, as after any 412.
 * - Every request on 429, since nothing was done.
 * A DELETE whose answer was lost may find nothing left: 404. Other answers are never repeated; an abort of the request's `signal` ends
 * waiting and repeating.
 */
export interface RetryOptions {
  /** The most times that a request is sent; 4 if left out, 1 for no repetition. */
  readonly attempts?: number;
  /** Milliseconds before the first repetition, about; each further one waits twice as long. 250 if left out. */
  readonly firstDelayMs?: number;
  /**
   * The longest wait, in milliseconds. Where `Retry-After` asks for more, the answer is handed over at once. 60,000 if left out,
   * as long as a rate limit lasts.
   */
  readonly longestDelayMs?: number;
}

type Fetch = (request: Request) => Promise<Response>;

/** A `fetch` that repeats what may be repeated. */
export function retrying(fetch: Fetch, options: RetryOptions): Fetch {
  const { attempts = 4, firstDelayMs = 250, longestDelayMs = 60_000 } = options;
  return async (request) => {
    const repeatable = await isRepeatable(request);
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt >= attempts;
      let delay = Math.min(jittered(firstDelayMs * 2 ** (attempt - 1)), longestDelayMs);
      try {
        const response = await fetch(last ? request : request.clone());
        if (last || !(await mayGoBetterNow(response, repeatable))) {
          return repeatable ? await whole(response) : response;
        }
        const asked = retryAfterMs(response) ?? 0;
        if (asked > longestDelayMs) return response;
        delay += asked;
        await response.body?.cancel();
      } catch (error) {
        if (last || !repeatable || request.signal.aborted) throw error;
      }
      await wait(delay, request.signal);
    }
  };
}

async function isRepeatable(request: Request): Promise<boolean> {
  if (request.method === 'POST') return hasClientRequestId(request);
  return request.method !== 'PATCH' || request.headers.has('If-Match');
}

const gatewayFailures = [502, 503, 504];

async function mayGoBetterNow(response: Response, repeatable: boolean): Promise<boolean> {
  if (response.status === 429) return true;
  if (!repeatable) return false;
  return gatewayFailures.includes(response.status) || isInProgress(response);
}

/** 409 has other reasons too; only the code tells. */
async function isInProgress(response: Response): Promise<boolean> {
  if (response.status !== 409) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return isRecord(body) && body['code'] === 'REQUEST_IN_PROGRESS';
}

/** The response once all of its body is here. Throws what cuts it off: an answer that breaks off is none. */
async function whole(response: Response): Promise<Response> {
  await response.clone().arrayBuffer();
  return response;
}

/** `Retry-After` in milliseconds (RFC 9110, section 10.2.3: seconds or a date), if the answer has it. */
function retryAfterMs(response: Response): number | undefined {
  const value = response.headers.get('Retry-After');
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

// Clients that failed together should not come back together.
function jittered(ms: number): number {
  return ms * (0.5 + Math.random());
}

/** Waits so many milliseconds. Throws the reason of the signal as soon as it aborts. */
async function wait(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
