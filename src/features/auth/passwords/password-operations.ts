import type { Database } from '../../../platform/db/connect';
import { createReader } from '../../../platform/db/reader';
import type { PublicWriteHandler, WriteHandler } from '../../../platform/operation';
import { problem } from '../../../platform/problems';
import type { PasswordCost } from '../../../platform/slow-hash';
import { checkOpen } from '../../../shared/closed-workspaces';
import { emit } from '../../../shared/events';
import { hashSecret } from '../../../shared/tokens';
import { findUserForUpdate, userActor } from '../accounts/user-store';
import { rememberDevice } from '../sign-in/session-start';
import {
  checkAttempts,
  confirmAttempt,
  failAttempt,
  guessAt,
  unknownLimits,
} from '../sign-in/throttle-store';
import { countCredentialChange, createReauthentication, storePassword } from './credential-changes';
import { hashNewPassword } from './new-password';
import { createHashQueue } from './password-hash';
import { findResetUser, redeemReset } from './reset-store';

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

/**
 * Sets a new password with a reset. Counting and hashing happen before the transaction, as in
 * sign-in. Of concurrent requests with one token only the first succeeds. Failed sign-ins stay
 * counted, because they may be guesses at another account of the address; the browser becomes a
 * known device, so the person can sign in from it.
 */
export function resetPassword(
  database: Database,
  cost: PasswordCost,
): PublicWriteHandler<'resetPassword'> {
  const reader = createReader(database);
  const enqueue = createHashQueue();
  return ({ body }, ctx) =>
    enqueue(ctx.address, async () => {
      const { transaction, now, newId, address, loggedAddress, deviceTokens } = ctx;
      const secretHash = hashSecret(body.token);
      const guess = guessAt(`password reset ${secretHash}`, address, unknownLimits, now);
      await checkAttempts(reader, guess);
      const resetUser = await findResetUser(reader, body.token, now);
      if (resetUser === undefined) throw await failAttempt(database, guess, notValid());
      const newPassword = { path: 'body/password', text: body.password, cost };
      const passwordHash = await hashNewPassword(reader, resetUser, newPassword);
      await confirmAttempt(transaction, guess);
      const { workspace_id: workspaceId, id: userId } = resetUser;
      const user = await findUserForUpdate(transaction, { workspaceId, userId });
      if (user?.deactivated_at !== null) throw notValid();
      await checkOpen(transaction, workspaceId);
      if (!(await redeemReset(transaction, body.token, now))) throw notValid();
      await countCredentialChange(ctx, user);
      const actor = userActor(user, null);
      const source = { transaction, now, newId, workspaceId, actor, loggedAddress };
      const changed = await storePassword(source, user, passwordHash);
      emit(source, {
        kind: 'user.password_reset',
        subject: { type: 'user', id: userId, title: user.name },
        summary: `${user.name} set a new password with a reset.`,
      });
      return { status: 204, deviceTokens: rememberDevice(deviceTokens, changed) };
    });
}

/** The same 422 for a token that is wrong, used, replaced or expired. */
function notValid() {
  return problem(
    'PASSWORD_RESET_NOT_VALID',
    'This password reset is not valid, or no longer valid. Ask an owner for a new one.',
  );
}
