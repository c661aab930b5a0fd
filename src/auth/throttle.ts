import type { Database } from '../platform/db/connect';
import { transact } from '../platform/db/hands';
import { newId } from '../platform/ids';
import { problem } from '../platform/problems';
import { SECOND, shift } from '../platform/time';
import { countAttempts, queueAttempt, recordAttempt, type AttemptCount } from './attempt-store';
import { hashSecret } from '../tokens';

const WINDOW = 15 * 60 * SECOND;
const MOST_PER_ACCOUNT = 5;
const MOST_PER_ADDRESS = 20;

/** Who guesses, and at what: an account, or anything else that a secret opens. */
export interface Guess {
  readonly account: string;
  readonly address: string;
  readonly now: string;
}

/**
 * Slows down guessing (product section 3): at most 5 attempts for an account and 20 from an address in 15 minutes, counted in the
 * database, in a transaction of its own, so that a failure leaves its mark. Throws 429 with `Retry-After`; an attempt that is
 * refused is not counted, so that whoever waits that long gets in.
 */
export async function slowDown(database: Database, attempt: Guess): Promise<void> {
  const since = shift(attempt.now, -WINDOW);
  const made = {
    id: newId('att', attempt.now),
    accountHash: hashSecret(attempt.account),
    address: attempt.address,
    at: attempt.now,
  };
  const wait = await transact(database, async (hand) => {
    await queueAttempt(hand, made);
    const { account, address } = await countAttempts(hand, made, since);
    const seconds = Math.max(
      waitOf(account, MOST_PER_ACCOUNT, attempt.now),
      waitOf(address, MOST_PER_ADDRESS, attempt.now),
    );
    if (seconds === 0) await recordAttempt(hand, made, since);
    return seconds;
  });
  if (wait === 0) return;
  throw problem('RATE_LIMITED', `Too many attempts. Try again in ${wait} seconds.`, {
    headers: { 'Retry-After': String(wait) },
    details: { retry_after_seconds: wait },
  });
}

/** Seconds until one more attempt is free; 0 when one is. */
function waitOf({ count, oldest }: AttemptCount, most: number, now: string): number {
  if (count < most || oldest === null) return 0;
  const free = Date.parse(oldest) + WINDOW + 1;
  return Math.max(1, Math.ceil((free - Date.parse(now)) / SECOND));
}
