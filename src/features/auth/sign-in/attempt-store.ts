import type { Reader, Transaction } from '../../../platform/db/transaction';
import { shift } from '../../../platform/time';

/** What somebody guesses at, and from where. */
export interface AttemptKey {
  /** SHA-256 of the account's address, or of what else a secret opens. */
  readonly accountHash: string;
  /** A network, or a device that signed in before. */
  readonly source: string;
}

/**
 * At most `most` failures of an account, of a source, or of both together, in a window of so many
 * milliseconds.
 */
export interface Limit {
  readonly by: 'account' | 'source' | 'both';
  readonly most: number;
  readonly window: number;
}

/**
 * Makes attempts of the same account or source wait for one another until the transaction ends, so
 * that each counts the failures of those before it. Lock order: account, then source. SQLite has
 * one writer anyway.
 */
export async function lockAttempts(
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
 * For each limit that is used up, the failure that has to age before another attempt is free; null
 * for the others.
 */
export async function findBlocking(
  reader: Reader,
  key: AttemptKey,
  limits: readonly Limit[],
  now: string,
): Promise<(string | null)[]> {
  const row = await reader.first<Record<string, string | null>>((db) =>
    db.select(
      limits.map(({ by, most, window }, index) => {
        const failures = db('sign_in_attempts').where('attempted_at', '>=', shift(now, -window));
        if (by !== 'source') void failures.where({ account_hash: key.accountHash });
        if (by !== 'account') void failures.where({ address: key.source });
        return failures
          .orderBy('attempted_at', 'desc')
          .offset(most - 1)
          .limit(1)
          .select('attempted_at')
          .as(`limit_${index}`);
      }),
    ),
  );
  return limits.map((_, index) => row?.[`limit_${index}`] ?? null);
}

/** Records a failure, or what else is limited. */
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
