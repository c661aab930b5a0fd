import { emit } from '../../../shared/events';
import type { Database } from '../../../platform/db/connect';
import type { Transaction } from '../../../platform/db/transaction';
import { violation } from '../../../platform/db/faults';
import { etagOf } from '../../../platform/http/responses/preconditions';
import type { WriteHandler } from '../../../platform/operation';
import type { PasswordCost } from '../../../platform/slow-hash';
import { emailTaken } from './email-taken';
import { rememberDevice } from '../sign-in/known-device';
import { countCredentialChange } from '../passwords/credential-changes';
import { hashPassword } from '../passwords/password-hash';
import { createReauthentication } from '../passwords/reauthentication';
import { revokeReset } from '../passwords/reset-store';
import { toUser } from './user-mapping';
import { changeUser, findOldestPassword, type UserChanges, type UserRow } from './user-store';

/**
 * Changes the caller's address. Hashes the password again with the salt that the accounts of the
 * new address share, so the duration of a sign-in does not reveal their number. Always hashes, so
 * the duration of this request does not reveal whether there are any.
 */
export function changeEmail(database: Database, cost: PasswordCost): WriteHandler<'changeEmail'> {
  const reauthenticate = createReauthentication(database, cost);
  return ({ body }, ctx) => {
    const { transaction, now, deviceTokens } = ctx;
    const email = body.email.toLowerCase();
    return reauthenticate(ctx, {
      currentPassword: body.current_password,
      prepare: async (reader) =>
        hashPassword(body.current_password, cost, await findOldestPassword(reader, email)),
      store: async (user, passwordHash) => {
        if (email === user.email) return reply(user);
        await countCredentialChange(ctx, user);
        const changes = { email, password_hash: passwordHash };
        const changed = await changeAddress(transaction, user, changes, now);
        await countCredentialChange(ctx, changed);
        await revokeReset(transaction, user, now);
        emit(ctx, {
          kind: 'user.email_changed',
          subject: { type: 'user', id: user.id, title: user.name },
          summary: `${user.name} changed their address.`,
        });
        return { ...reply(changed), deviceTokens: rememberDevice(deviceTokens, changed) };
      },
    });
  };
}

async function changeAddress(
  transaction: Transaction,
  user: UserRow,
  changes: UserChanges & { readonly email: string },
  now: string,
): Promise<UserRow> {
  try {
    return await changeUser(transaction, user, changes, now);
  } catch (error) {
    throw violation(error)?.kind === 'unique' ? emailTaken(changes.email) : error;
  }
}

function reply(user: UserRow) {
  return { status: 200, body: toUser(user), headers: { ETag: etagOf(user.version) } } as const;
}
