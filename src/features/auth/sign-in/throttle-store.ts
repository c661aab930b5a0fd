import { limits } from '../../../../generated/limits';
import type { Database } from '../../../platform/db/connect';
import { purgeByAge } from '../../../platform/db/purge';
import type { Reader } from '../../../platform/db/reader';
import { transact, type Transaction } from '../../../platform/db/transaction';
import { newId } from '../../../platform/ids';
import { type Problem, rateLimited } from '../../../platform/problems';
import { addMilliseconds, HOUR, SECOND } from '../../../platform/time';
import { hashSecret } from '../../../shared/tokens';

const WINDOW = limits.sign_in_window_seconds * SECOND;
const LONGEST_WINDOW = HOUR;

const accountAndSourceLimit: Limit = {
  by: 'both',
  max: limits.sign_in_failures_of_account_and_address,
  window: WINDOW,
};

/** The limit of a source alone. */
export const sourceLimits: readonly Limit[] = [
  { by: 'source', max: limits.sign_in_failures_of_address, window: WINDOW },
];

/**
 * The limits for unknown sources. The limit of the account alone stops an attacker with many
 * addresses: 50 an hour are half a million guesses a year, and a new password withstands a million.
 * It is not lower, because an attacker who reaches it locks out unknown devices.
 */
export const unknownLimits: readonly Limit[] = [
  accountAndSourceLimit,
  ...sourceLimits,
  {
    by: 'account',
    max: limits.sign_in_failures_of_account_in_an_hour,
    window: LONGEST_WINDOW,
  },
];

/** The limit for a known device or session: only its own failures (OWASP, "device cookies"). */
export const knownLimits: readonly Limit[] = [accountAndSourceLimit];

/** The limit for successful changes of a password. */
export const changeLimits: readonly Limit[] = [
  { by: 'account', max: limits.password_changes_in_an_hour, window: HOUR },
];

/** A guess at a secret. */
export interface Guess extends AttemptKey {
  readonly limits: readonly Limit[];
  readonly now: string;
}

/** Creates a guess at the secret of `account` from a source. */
export function guessAt(
  account: string,
  source: string,
  limits: readonly Limit[],
  now: string,
): Guess {
  return { accountHash: hashSecret(account), source: hashSecret(source), limits, now };
}

/*
 * Only failures count, and the database decides which are within the limit:
 *
 * 1. `checkAttempts`, before the slow work, refuses while a limit is reached.
 * 2. `failAttempt` records a wrong secret if the limit permits another failure. If concurrent
 *    requests have reached the limit, the response is 429.
 * 3. `confirmAttempt` checks the limit again for a correct secret, under the same lock as the
 *    failures. Otherwise an attacker could send 1,000 guesses at once, of which five fail as wrong
 *    and the correct one succeeds whenever it runs.
 *
 * So concurrent guesses reveal no more than sequential ones. `createHashQueue` limits their cost.
 */

/** Throws 429 `RATE_LIMITED` with `Retry-After` while a limit is reached. */
export async function checkAttempts(reader: Reader, guess: Guess): Promise<void> {
  const wait = await secondsToWait(reader, guess);
  if (wait > 0) throw rateLimited('Too many failed attempts.', wait);
}

/** Whether `checkAttempts` would permit the guess. */
export async function isPermitted(reader: Reader, guess: Guess): Promise<boolean> {
  return (await secondsToWait(reader, guess)) === 0;
}

/** `checkAttempts` for a correct secret, within the request's transaction. */
export async function confirmAttempt(transaction: Transaction, guess: Guess): Promise<void> {
  await lockAttempts(transaction, guess);
  await checkAttempts(transaction, guess);
}

/**
 * Records a failure in a separate transaction, because the request's transaction is rolled back.
 * Returns the problem to throw: `refusal`, or 429 when concurrent requests have reached the limit.
 * The latter is not recorded, so waiting for `Retry-After` suffices.
 */
export async function failAttempt(
  database: Database,
  guess: Guess,
  refusal: Problem,
): Promise<Problem> {
  const wait = await transact(database, async (transaction) => {
    await lockAttempts(transaction, guess);
    const seconds = await secondsToWait(transaction, guess);
    if (seconds === 0) {
      await insertAttempt(transaction, guess, { id: newId('att', guess.now), at: guess.now });
    }
    return seconds;
  });
  return wait === 0 ? refusal : rateLimited('Too many failed attempts.', wait);
}

/** Deletes failures that no limit counts any longer. */
export const attemptPurge = purgeByAge('sign_in_attempts', 'attempted_at', LONGEST_WINDOW);

async function secondsToWait(reader: Reader, guess: Guess): Promise<number> {
  const { limits, now } = guess;
  const blocking = await findBlocking(reader, guess, limits, now);
  const waits = limits.map(({ window }, index) => {
    const failedAt = blocking[index] ?? null;
    if (failedAt === null) return 0;
    return Math.max(1, Math.ceil((Date.parse(failedAt) + window + 1 - Date.parse(now)) / SECOND));
  });
  return Math.max(...waits);
}

/** The target and the source of a guess. */
interface AttemptKey {
  /** SHA-256 of the account's address or of another target. */
  readonly accountHash: string;
  /** SHA-256 of a network or of a known device: the database needs no addresses. */
  readonly source: string;
}

/**
 * At most `max` failures of an account, of a source, or of both together, in a window of
 * milliseconds.
 */
interface Limit {
  readonly by: 'account' | 'source' | 'both';
  readonly max: number;
  readonly window: number;
}

/**
 * Locks the account and the source until the transaction ends, so every attempt counts the failures
 * of earlier ones. Lock order: account, then source. SQLite needs no lock, because it has one
 * writer.
 */
async function lockAttempts(
  transaction: Transaction,
  { accountHash, source }: AttemptKey,
): Promise<void> {
  if (transaction.dialect === 'sqlite') return;
  await transaction.rows((db) =>
    db.raw('select pg_advisory_xact_lock(1, hashtext(?))', [accountHash]),
  );
  await transaction.rows((db) => db.raw('select pg_advisory_xact_lock(2, hashtext(?))', [source]));
}

/**
 * For each limit that is reached, the time of the failure that must leave the window before another
 * attempt is permitted; null for the others.
 */
async function findBlocking(
  reader: Reader,
  key: AttemptKey,
  limits: readonly Limit[],
  now: string,
): Promise<(string | null)[]> {
  const row = await reader.first<Record<string, string | null>>((db) =>
    db.select(
      limits.map(({ by, max, window }, index) => {
        const failures = db('sign_in_attempts').where(
          'attempted_at',
          '>=',
          addMilliseconds(now, -window),
        );
        if (by !== 'source') void failures.where({ account_hash: key.accountHash });
        if (by !== 'account') void failures.where({ address: key.source });
        return failures
          .orderBy('attempted_at', 'desc')
          .offset(max - 1)
          .limit(1)
          .select('attempted_at')
          .as(`limit_${index}`);
      }),
    ),
  );
  return limits.map((_, index) => row?.[`limit_${index}`] ?? null);
}

/** Records a failure or another limited event. */
export async function insertAttempt(
  transaction: Transaction,
  { accountHash, source }: AttemptKey,
  { id, at }: { readonly id: string; readonly at: string },
): Promise<void> {
  await transaction.write((db) =>
    db('sign_in_attempts').insert({
      id,
      account_hash: accountHash,
      address: source,
      attempted_at: at,
    }),
  );
}
