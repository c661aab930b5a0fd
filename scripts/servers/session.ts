import { insertSession } from '../../src/features/auth/sign-in/session-store';
import type { Database } from '../../src/platform/db/connect';
import { transact } from '../../src/platform/db/transaction';
import { newId } from '../../src/platform/ids';
import type { UserActor } from '../../src/platform/operation';
import { DAY, addMilliseconds } from '../../src/platform/time';
import { hashSecret, newSessionValue } from '../../src/shared/tokens';

/** Signs a person in without hashing a password. Returns the value of the cookie. */
export async function openSession(
  database: Database,
  { workspaceId, userId }: Pick<UserActor, 'workspaceId' | 'userId'>,
): Promise<string> {
  const value = newSessionValue(workspaceId);
  const now = new Date().toISOString();
  await transact(database, (transaction) =>
    insertSession(transaction, {
      workspaceId,
      id: newId('ses', now),
      userId,
      idHash: hashSecret(value),
      now,
      expiresAt: addMilliseconds(now, 30 * DAY),
      oidcSid: null,
    }),
  );
  return value;
}
