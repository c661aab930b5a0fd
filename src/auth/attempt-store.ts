import type { ReadHand, WriteHand } from '../platform/db/hands';

/** Who tries to sign in: the hash of the account's address, and the peer's. */
export interface Attempt {
  readonly id: string;
  readonly accountHash: string;
  readonly address: string;
  readonly at: string;
}

/** Records an attempt and forgets those before `since`. Before its outcome is known, so that parallel attempts count each other. */
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

/** How many attempts the account and the peer have made since, this one included, and when the oldest was. */
export async function countAttempts(
  hand: ReadHand,
  { accountHash, address }: Attempt,
  since: string,
): Promise<{ account: number; address: number; oldest: string | null }> {
  const row = await hand.first<{ account: number; address: number; oldest: string | null }>((db) =>
    db('sign_in_attempts')
      .where('attempted_at', '>=', since)
      .where((either) => {
        void either.where('account_hash', accountHash).orWhere('address', address);
      })
      .select(
        db.raw('count(case when account_hash = ? then 1 end) as account', [accountHash]),
        db.raw('count(case when address = ? then 1 end) as address', [address]),
        db.raw('min(attempted_at) as oldest'),
      ),
  );
  return {
    account: Number(row?.account ?? 0),
    address: Number(row?.address ?? 0),
    oldest: row?.oldest ?? null,
  };
}

/** Forgets the account's attempts, after one that succeeded. */
export async function forgetAttempts(hand: WriteHand, accountHash: string): Promise<void> {
  await hand.write((db) => db('sign_in_attempts').where({ account_hash: accountHash }).delete());
}
