import { limits } from '../../../../generated/limits';
import type { Database } from '../../../platform/db/connect';
import { transact, type Reader, type Transaction } from '../../../platform/db/transaction';
import { purgeByAge } from '../../../platform/db/purge/purge';
import { newId } from '../../../platform/ids';
import { problem, type Problem } from '../../../platform/problems';
import { HOUR, SECOND } from '../../../platform/time';
import { hashSecret } from '../../../shared/tokens';
import {
  findBlocking,
  insertAttempt,
  lockAttempts,
  type AttemptKey,
  type Limit,
} from './attempt-store';

const WINDOW = limits.sign_in_window_seconds * SECOND;
const LONGEST_WINDOW = HOUR;

const ofSource: Limit = {
  by: 'both',
  most: limits.sign_in_failures_of_account_and_address,
  window: WINDOW,
};

/**
 * The limits of somebody unknown. The one of the account alone stops an attacker with many
 * addresses: 50 an hour are half a million guesses a year, fewer than the million that a new
 * password withstands. It is no lower, because whoever uses it up keeps unknown devices out.
 */
export const unknownLimits: readonly Limit[] = [
  ofSource,
  { by: 'source', most: limits.sign_in_failures_of_address, window: WINDOW },
  {
    by: 'account',
    most: limits.sign_in_failures_of_account_in_an_hour,
    window: LONGEST_WINDOW,
  },
];

/**
 * The limit of a device or session that is known to the account: its own failures only (OWASP,
 * "device cookies").
 */
export const knownLimits: readonly Limit[] = [ofSource];

/** The limit of successful changes of a password. */
export const changeLimits: readonly Limit[] = [
  { by: 'account', most: limits.password_changes_in_an_hour, window: HOUR },
];

/** A guess at a secret. */
export interface Guess extends AttemptKey {
  readonly limits: readonly Limit[];
  readonly now: string;
}

/** A guess at what `account` names, from a source. */
export function guessAt(
  account: string,
  source: string,
  limits: readonly Limit[],
  now: string,
): Guess {
  return { accountHash: hashSecret(account), source, limits, now };
}

/*
 * Only failures count, and the database decides which are within the limit:
 *
 * 1. `checkAttempts`, before the slow work, refuses while a limit is used up.
 * 2. `failAttempt` records a wrong secret if the limit still admits a failure. If other requests
 *    have used the limit up meanwhile, the answer is 429.
 * 3. `confirmAttempt` checks the limit once more for a right secret, under the same lock as the
 *    failures. Without that, an attacker could send 1,000 guesses at once: five would be answered
 *    as wrong, and the right one as right whenever it came.
 *
 * So guesses sent together tell as much as guesses sent one after the other. `createHashQueue`
 * limits what they cost.
 */

/** Throws 429 `RATE_LIMITED` with `Retry-After` while no attempt is free. */
export async function checkAttempts(reader: Reader, guess: Guess): Promise<void> {
  const wait = await secondsToWait(reader, guess);
  if (wait > 0) throw tooMany(wait);
}

/** Whether `checkAttempts` would let the guess pass. */
export async function isFree(reader: Reader, guess: Guess): Promise<boolean> {
  return (await secondsToWait(reader, guess)) === 0;
}

/** `checkAttempts` within the transaction of a success. */
export async function confirmAttempt(transaction: Transaction, guess: Guess): Promise<void> {
  await lockAttempts(transaction, guess);
  await checkAttempts(transaction, guess);
}

/**
 * Records a failure, in a transaction of its own since that of the request is undone. Answers the
 * problem to throw: `refusal`, or 429 when the limit was used up meanwhile; such an attempt is not
 * recorded, so that waiting as long as `Retry-After` says is enough. `alsoRecord` runs in the same
 * transaction, where the failure is recorded.
 */
export async function failAttempt(
  database: Database,
  guess: Guess,
  refusal: Problem,
  alsoRecord?: (transaction: Transaction) => Promise<void>,
): Promise<Problem> {
  const wait = await transact(database, async (transaction) => {
    await lockAttempts(transaction, guess);
    const seconds = await secondsToWait(transaction, guess);
    if (seconds === 0) {
      await insertAttempt(transaction, guess, { id: newId('att', guess.now), at: guess.now });
      await alsoRecord?.(transaction);
    }
    return seconds;
  });
  return wait === 0 ? refusal : tooMany(wait);
}

/** The purge of failures that no limit counts any more. */
export const attemptPurge = purgeByAge('sign_in_attempts', 'attempted_at', LONGEST_WINDOW);

async function secondsToWait(reader: Reader, guess: Guess): Promise<number> {
  const { limits, now } = guess;
  const blocking = await findBlocking(reader, guess, limits, now);
  const waits = limits.map(({ window }, index) => {
    const at = blocking[index] ?? null;
    if (at === null) return 0;
    return Math.max(1, Math.ceil((Date.parse(at) + window + 1 - Date.parse(now)) / SECOND));
  });
  return Math.max(...waits);
}

function tooMany(seconds: number): Problem {
  return problem('RATE_LIMITED', `Too many failed attempts. Try again in ${seconds} seconds.`, {
    headers: { 'Retry-After': String(seconds) },
    details: { retry_after_seconds: seconds },
  });
}
