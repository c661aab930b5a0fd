import type { IncomingHttpHeaders } from 'node:http';
import type { ArrivingAnswer } from './answer';
import {
  connectAndSend,
  type Outcome,
  type OutgoingError,
  type OutgoingMessage,
} from './connection';
import type { BoundedResolve } from './resolver';
import type { Target } from './target';

/** The limits of a request. */
export interface OutgoingLimits {
  /** Milliseconds until the connection must be open, with its name lookup and its TLS handshake. */
  readonly connectMs: number;
  /** Milliseconds from the call until the end of the response. */
  readonly responseMs: number;
  /** The bytes of the response body to read. */
  readonly maxResponseBytes: number;
  /**
   * The status and the headers decide. If the body stalls or is cut, the result is the response
   * with what has arrived of it, and `truncated`.
   */
  readonly isBodyOptional?: boolean;
  /** The workspace that sends the request: lookups of names are shared among workspaces. */
  readonly owner?: string;
  readonly signal?: AbortSignal | undefined;
}

/** A response. Its text has no NUL characters, because Postgres stores none. */
export interface OutgoingResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as UTF-8, at most `maxResponseBytes` bytes of it. */
  readonly text: string;
  /** Whether the body was longer, or did not arrive whole. */
  readonly truncated: boolean;
  readonly durationMs: number;
  readonly error?: undefined;
}

/** A request without a usable response. Never contains an address. */
export interface OutgoingFailure {
  readonly error: OutgoingError;
  readonly durationMs: number;
}

/** The response of a request, or why there is none. */
export type OutgoingResult = OutgoingResponse | OutgoingFailure;

/** Sends one request and reads its response, within the limits. Follows no redirect. */
export async function exchange(
  target: Target,
  message: OutgoingMessage,
  limits: OutgoingLimits,
  resolve: BoundedResolve,
): Promise<OutgoingResult> {
  const started = performance.now();
  const ending = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const { signal, isBodyOptional = false } = limits;
  let arriving: ArrivingAnswer | undefined;
  const interruption = new Promise<Outcome>((interrupt) => {
    const stop = (error: OutgoingError) => (): void => interrupt(arriving?.soFar() ?? { error });
    const connect = setTimeout(stop('timeout'), limits.connectMs);
    timers.push(connect, setTimeout(stop('timeout'), limits.responseMs));
    if (signal?.aborted === true) interrupt({ error: 'aborted' });
    signal?.addEventListener('abort', stop('aborted'), { once: true, signal: ending.signal });
  });
  const onConnected = (): void => clearTimeout(timers[0]);
  try {
    const exchanged = connectAndSend(target, message, {
      resolve,
      owner: limits.owner,
      maxResponseBytes: limits.maxResponseBytes,
      ending: ending.signal,
      onConnected,
      onAnswer: isBodyOptional ? (answer) => (arriving = answer) : undefined,
    });
    const outcome = await Promise.race([interruption, exchanged]);
    return { ...outcome, durationMs: Math.round(performance.now() - started) };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    // Destroys the socket, whatever the receiver still sends.
    ending.abort();
  }
}
