import { ulid } from 'ulid';
import type { Database } from '../platform/db/connect';
import { readHand, transact } from '../platform/db/hands';
import { problem } from '../platform/problems';
import { SECOND, shift } from '../platform/time';
import { countAttempts, recordAttempt } from './attempt-store';
import { hashSecret } from '../tokens';

const WINDOW = 15 * 60 * SECOND;
const MOST_PER_ACCOUNT = 5;
const MOST_PER_ADDRESS = 20;

/**
 * Slows down guessing (product section 3): at most 5 attempts for an account and 20 from an address in 15 minutes, counted in the
 * database, in a transaction of its own, so that a failed sign-in leaves its mark. Throws 429 with `Retry-After`.
 */
export async function throttleSignIn(
  database: Database,
  attempt: { readonly email: string; readonly address: string; readonly now: string },
): Promise<void> {
  const since = shift(attempt.now, -WINDOW);
  const made = {
    id: `att_${ulid()}`,
    accountHash: hashSecret(attempt.email),
    address: attempt.address,
    at: attempt.now,
  };
  // Counted after the commit: of attempts at the same time, each sees all that were recorded before it.
  await transact(database, (hand) => recordAttempt(hand, made, since));
  const counted = await countAttempts(readHand(database), made, since);
  if (counted.account <= MOST_PER_ACCOUNT && counted.address <= MOST_PER_ADDRESS) return;
  const free = shift(counted.oldest ?? attempt.now, WINDOW);
  const wait = Math.max(1, Math.ceil((Date.parse(free) - Date.parse(attempt.now)) / SECOND));
  throw problem('RATE_LIMITED', `Too many attempts to sign in. Try again in ${wait} seconds.`, {
    headers: { 'Retry-After': String(wait) },
    details: { retry_after_seconds: wait },
  });
}
