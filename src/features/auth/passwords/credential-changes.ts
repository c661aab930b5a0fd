import type { Transaction } from '../../../platform/db/transaction';
import type { EventSource } from '../../../shared/events';
import { endGrantsOf } from '../../../shared/oauth-grants';
import type { PublicContext } from '../../../platform/operation';
import { insertAttempt } from '../sign-in/attempt-store';
import { revokeReset } from './reset-store';
import { revokeSessions } from '../sign-in/session-store';
import { changeLimits, checkAttempts, guessAt } from '../sign-in/throttle';
import { changeUser, type UserRow } from '../accounts/user-store';

/**
 * Stores a new password of a person, whose row the caller must have locked. Revokes their sessions,
 * except `exceptSession`, and an open reset, and ends their grants. Returns the changed row.
 */
export async function storePassword(
  source: EventSource,
  user: UserRow,
  passwordHash: string,
  exceptSession: string | null = null,
): Promise<UserRow> {
  const { transaction, now } = source;
  const changed = await changeUser(transaction, user, { password_hash: passwordHash }, now);
  await revokeSessions(transaction, user, now, exceptSession);
  await revokeReset(transaction, user, now);
  await endGrantsOf(source, { user_id: user.id }, `Ended: ${user.name} got a new password.`);
  return changed;
}

/**
 * Counts a change of the password or the address. Throws 429 `RATE_LIMITED` after ten in an hour.
 *
 * Without the limit, an attacker could give an account another person's address, set one password
 * after the other and sign in: the response reveals a second account with the same password. So
 * changes are counted by address, and a change of the address counts for both.
 */
export async function countCredentialChange(
  { transaction, now, newId }: PublicContext & { readonly transaction: Transaction },
  { workspace_id, email }: Pick<UserRow, 'workspace_id' | 'email'>,
): Promise<void> {
  const account = `changes of ${email} in ${workspace_id}`;
  const change = guessAt(account, `changes in ${workspace_id}`, changeLimits, now);
  await checkAttempts(transaction, change);
  await insertAttempt(transaction, change, { id: newId('att'), at: now });
}
