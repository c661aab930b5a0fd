import { webhookRetrySeconds } from '../../../../generated/limits';
import { HOUR, SECOND, addMilliseconds } from '../../../platform/time';

/** The longest `Retry-After` that is respected, in milliseconds. */
const MAX_RETRY_AFTER = 24 * HOUR;

/** The parts of a response that decide when the next attempt is. */
export interface RetryHint {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/**
 * When to try again after `attempts` failed attempts: the next delay with a tenth of jitter, or
 * `Retry-After` of a 429 or 503 if that is later (RFC 9110, 10.2.3). Undefined after the last
 * attempt. `random` is from 0 to 1.
 */
export function nextAttemptAt(
  now: string,
  attempts: number,
  random: number,
  hint?: RetryHint,
): string | undefined {
  const seconds = webhookRetrySeconds[attempts - 1];
  if (seconds === undefined) return undefined;
  const jittered = Math.round(seconds * SECOND * (0.9 + random / 5));
  const wanted = hint !== undefined && mayAsk(hint.status) ? retryAfterMs(hint, now) : 0;
  return addMilliseconds(now, Math.max(jittered, wanted));
}

function mayAsk(status: number): boolean {
  return status === 429 || status === 503;
}

function retryAfterMs({ retryAfter = '' }: RetryHint, now: string): number {
  const wanted = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * SECOND
    : Date.parse(retryAfter) - Date.parse(now);
  return Number.isNaN(wanted) ? 0 : Math.min(MAX_RETRY_AFTER, wanted);
}
