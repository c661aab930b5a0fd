import type { Reader } from '../../../platform/db/reader';
import type { PasswordCost } from '../../../platform/slow-hash';
import { checkNewPassword } from './new-password';
import { hashPassword } from './password-hash';
import { findOldestPassword, type UserRow } from '../accounts/user-store';

/** A new password from a request. */
export interface SentPassword {
  /** Its field, such as `body/password`. */
  readonly path: string;
  readonly text: string;
  readonly cost: PasswordCost;
}

/**
 * Hashes a person's new password. Throws 422 `PASSWORD_TOO_COMMON`. Slow: call it before a
 * transaction begins.
 */
export async function hashNewPassword(
  reader: Reader,
  user: UserRow,
  { path, text, cost }: SentPassword,
): Promise<string> {
  await checkNewPassword(path, text, [user.email, user.name, user.workspace_name]);
  return hashPassword(text, cost, await findOldestPassword(reader, user.email));
}
