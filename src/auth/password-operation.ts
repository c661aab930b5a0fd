import { emit } from '../events';
import type { Database } from '../platform/db/connect';
import { readHand } from '../platform/db/hands';
import type { WriteHandler } from '../platform/operation';
import { problem } from '../platform/problems';
import type { PasswordCost } from '../platform/slow-hash';
import { forgetAttempts } from './attempt-store';
import { checkNewPassword } from './new-password';
import { hashPassword, isPasswordOf } from './password';
import { revokeSessions } from './session-store';
import { getUser } from './session-operations';
import { slowDown } from './throttle';
import { changeUser, findUserForUpdate } from './user-store';

/**
 * Changes the caller's password and ends their other sessions. Counting and hashing come before the transaction, as in signing
 * in; of several changes the first wins, since the others were proved with a password that is no longer the right one.
 */
export function changePassword(
  database: Database,
  cost: PasswordCost,
): WriteHandler<'changePassword'> {
  return async ({ body }, ctx) => {
    const { hand, actor, workspaceId, now, address } = ctx;
    // Apart from signing in: a stranger who guesses there does not keep the person from changing the password.
    const account = `password of ${actor.id}`;
    await slowDown(database, { account, address, now });
    const proved = await getUser(readHand(database), actor);
    const right = await isPasswordOf(proved.password_hash, body.current_password, cost);
    if (right) {
      await checkNewPassword('body/new_password', body.new_password, [
        proved.email,
        proved.name,
        proved.workspace_name,
      ]);
    }
    const passwordHash = right ? await hashPassword(body.new_password, cost) : '';
    const user = await findUserForUpdate(hand, { workspaceId, userId: proved.id });
    if (!right || user?.password_hash !== proved.password_hash) {
      throw problem('WRONG_PASSWORD', 'body/current_password is not your password.');
    }
    await changeUser(hand, user, { password_hash: passwordHash }, now);
    await revokeSessions(hand, user, now, actor.kind === 'user' ? actor.sessionId : null);
    await forgetAttempts(hand, account);
    emit(ctx, {
      kind: 'user.password_changed',
      subject: { type: 'user', id: user.id, title: user.name },
      summary: `${user.name} changed their password.`,
    });
    return { status: 204 };
  };
}
