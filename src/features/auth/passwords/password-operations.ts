import { emit } from '../../../shared/events';
import type { Database } from '../../../platform/db/connect';
import type { WriteHandler } from '../../../platform/operation';
import type { PasswordCost } from '../../../platform/slow-hash';
import { rememberDevice } from '../sign-in/known-device';
import { countCredentialChange, storePassword } from './credential-changes';
import { hashNewPassword } from './new-password-hash';
import { createReauthentication } from './reauthentication';

/** Changes the caller's password and revokes their other sessions. */
export function changePassword(
  database: Database,
  cost: PasswordCost,
): WriteHandler<'changePassword'> {
  const reauthenticate = createReauthentication(database, cost);
  return ({ body }, ctx) => {
    const { actor, deviceTokens } = ctx;
    return reauthenticate(ctx, {
      currentPassword: body.current_password,
      prepare: (reader, user) =>
        hashNewPassword(reader, user, { path: 'body/new_password', text: body.new_password, cost }),
      store: async (user, passwordHash) => {
        await countCredentialChange(ctx, user);
        const session = actor.kind === 'user' ? actor.sessionId : null;
        const changed = await storePassword(ctx, user, passwordHash, session);
        emit(ctx, {
          kind: 'user.password_changed',
          subject: { type: 'user', id: user.id, title: user.name },
          summary: `${user.name} changed their password.`,
        });
        return { status: 204, deviceTokens: rememberDevice(deviceTokens, changed) };
      },
    });
  };
}
