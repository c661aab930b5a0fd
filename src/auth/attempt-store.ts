import type { ReadHand, WriteHand } from '../platform/db/hands';
import { hashSecret } from '../tokens';

/** Who tries to sign in: the hash of the account's address, and the peer's. */
export interface Attempt {
  readonly id: string;
  readonly accountHash: string;
  readonly address: string;
  readonly at: string;
}

/** Attempts of one account or address: how many, and when the oldest was. */
export interface AttemptCount {
  readonly count: number;
  readonly oldest: string | null;
}

/**
 * Lets attempts of the same account or address come one after the other until the transaction ends, so that each counts those before
 * it. SQLite has one writer anyway.
 */
export async function queueAttempt(
  hand: WriteHand,
  { accountHash, address }: Attempt,
): Promise<void> {
  if (hand.dialect === 'sqlite') return;
  // Always in this order: nobody who holds an address waits for an account.
  await hand.rows((db) => db.raw('select pg_advisory_xact_lock(1, hashtext(?))', [accountHash]));
  await hand.rows((db) => db.raw('select pg_advisory_xact_lock(2, hashtext(?))', [address]));
}

/** Records an attempt and forgets those before `since`. */
export async function recordAttempt(
  hand: WriteHand,
  attempt: Attempt,
  since: string,
): Promise<void> {
  await hand.write((db) => db('sign_in_attempts').where('attempted_at', '<', since).delete());
  await hand.write((db) =>
    db('sign_in_attempts').insert({
      id: attempt.id,
      account_hash: attempt.accountHash,
      address: attempt.address,
      attempted_at: attempt.at,
    }),
  );
}

/** The attempts that the account and the peer have made since. */
export async function countAttempts(
  hand: ReadHand,
  { accountHash, address }: Attempt,
  since: string,
): Promise<{ account: AttemptCount; address: AttemptCount }> {
  const made = (column: 'account_hash' | 'address', value: string): Promise<AttemptCount> =>
    hand
      .first<{ count: unknown; oldest: string | null }>((db) =>
        db('sign_in_attempts')
          .where(column, value)
          .where('attempted_at', '>=', since)
          .select(db.raw('count(*) as count'), db.raw('min(attempted_at) as oldest')),
      )
      .then((row) => ({ count: Number(row?.count ?? 0), oldest: row?.oldest ?? null }));
  return {
    account: await made('account_hash', accountHash),
    address: await made('address', address),
  };
}

/** Forgets the account's attempts, after one that succeeded. */
export async function forgetAttempts(hand: WriteHand, account: string): Promise<void> {
  const accountHash = hashSecret(account);
  await hand.write((db) => db('sign_in_attempts').where({ account_hash: accountHash }).delete());
}
