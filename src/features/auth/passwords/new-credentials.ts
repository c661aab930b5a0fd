import type { Transaction } from '../../../platform/db/transaction';
import type { PublicContext } from '../../../platform/operation';
import { insertAttempt } from '../sign-in/attempt-store';
import { revokeReset } from './reset-store';
import { revokeSessions } from '../sign-in/session-store';
import { changeLimits, checkAttempts, guessAt } from '../sign-in/throttle';
import { changeUser, type UserRow } from '../user-store';

/**
 * Stores a new password of a person, whose row the caller has locked: ends their sessions, except
 * the one of id `exceptSession`, and an open reset. Returns the person after the change.
 */
export async function storePassword(
  transaction: Transaction,
  user: UserRow,
  { passwordHash, now }: { readonly passwordHash: string; readonly now: string },
  exceptSession: string | null = null,
): Promise<UserRow> {
  const changed = await changeUser(transaction, user, { password_hash: passwordHash }, now);
  await revokeSessions(transaction, user, now, exceptSession);
  await revokeReset(transaction, user, now);
  return changed;
}

/**
 * Counts a change of the password or the address. Throws 429 `RATE_LIMITED` after ten in an hour.
 *
 * An account with another person's address could otherwise test passwords of that person's account
 * without a failure: give itself one password after the other and sign in, where a second account
 * with the same password shows. So changes are counted by the address, and an account that moves
 * counts at both of its addresses.
 */
export async function countChange(
  { transaction, now, newId }: PublicContext & { readonly transaction: Transaction },
  { workspace_id, email }: Pick<UserRow, 'workspace_id' | 'email'>,
): Promise<void> {
  const account = `changes of ${email} in ${workspace_id}`;
  const change = guessAt(account, `changes in ${workspace_id}`, changeLimits, now);
  await checkAttempts(transaction, change);
  await insertAttempt(transaction, change, { id: newId('att'), at: now });
}
