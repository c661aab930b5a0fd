import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import { addMilliseconds } from '../../../platform/time';

/** The target and the source of a guess. */
export interface AttemptKey {
  /** SHA-256 of the account's address or of another target. */
  readonly accountHash: string;
  /** A network or a known device. */
  readonly source: string;
}

/**
 * At most `max` failures of an account, of a source, or of both together, in a window of
 * milliseconds.
 */
export interface Limit {
  readonly by: 'account' | 'source' | 'both';
  readonly max: number;
  readonly window: number;
}

/**
 * Locks the account and the source until the transaction ends, so every attempt counts the failures
 * of earlier ones. Lock order: account, then source. SQLite needs no lock, because it has one
 * writer.
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
 * For each limit that is reached, the time of the failure that must leave the window before another
 * attempt is permitted; null for the others.
 */
export async function findBlocking(
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
