import { purgeByAge } from '../../platform/db/purge';
import type { Transaction } from '../../platform/db/transaction';
import { hashSecret } from '../../shared/tokens';
import type { Logout } from './logout-token';

/** Notes that a logout token is used. Returns false if it was used before. */
export async function useLogoutToken(
  transaction: Transaction,
  { issuer, jti, expiresAt }: Pick<Logout, 'issuer' | 'jti' | 'expiresAt'>,
): Promise<boolean> {
  const token_hash = hashSecret(JSON.stringify([issuer, jti]));
  const inserted = await transaction.write((db) =>
    db('used_logout_tokens')
      .insert({ token_hash, expires_at: expiresAt })
      .onConflict('token_hash')
      .ignore(),
  );
  return inserted > 0;
}

/** Deletes the logout tokens that have expired. */
export const logoutTokenPurge = purgeByAge('used_logout_tokens', 'expires_at', 0);
