import { emit } from '../events';
import { AfterRollback } from '../platform/after-rollback';
import type { Database } from '../platform/db/connect';
import { readHand, type ReadHand } from '../platform/db/hands';
import type { WriteContext, WriteHandler } from '../platform/operation';
import { Problem, problem } from '../platform/problems';
import type { PasswordCost } from '../platform/slow-hash';
import { insertAttempt } from './attempt-store';
import { createHashQueue } from './hash-queue';
import { rememberDevice } from './known-device';
import { checkNewPassword } from './new-password';
import { hashPassword, isPasswordOf } from './password';
import { revokeSessions } from './session-store';
import { getUser } from './session-operations';
import {
  changeLimits,
  checkAttempts,
  confirmAttempt,
  failAttempt,
  guessAt,
  knownLimits,
} from './throttle';
import { changeUser, findOldestPassword, findUserForUpdate, type UserRow } from './user-store';

/**
 * Changes the caller's password and ends their other sessions. Counting and hashing come before the transaction, as in signing
 * in; of several changes the first wins, since the others were proved with a password that is no longer the right one.
 */
export function changePassword(
  database: Database,
  cost: PasswordCost,
): WriteHandler<'changePassword'> {
  const reader = readHand(database);
  const inTurn = createHashQueue();
  return async ({ body }, ctx) => {
    const { hand, actor, now, deviceTokens } = ctx;
    // Only a session can guess here, and its failures keep nobody from signing in, nor the other
    // way round.
    const guess = guessAt(`password of ${actor.id}`, `session of ${actor.id}`, knownLimits, now);
    const failed = (refusal: Problem) => failAttempt(database, guess, refusal);
    return inTurn(actor.id, async () => {
      await checkAttempts(reader, guess);
      const proved = await getUser(reader, actor);
      const right = await isPasswordOf(proved.password_hash, body.current_password, cost);
      const passwordHash = right ? await hashNew(reader, proved, body.new_password, cost) : '';
      // The first statement: a repetition of an earlier request ends here.
      const user = await lockUser(ctx, proved).catch((error: unknown) => {
        // Under the key of an earlier request, other passwords are a guess at those.
        throw isOtherRequest(error) ? new AfterRollback(() => failed(error)) : error;
      });
      if (!right) throw new AfterRollback(() => failed(wrongPassword()));
      if (user?.password_hash !== proved.password_hash) throw wrongPassword();
      await confirmAttempt(hand, guess);
      await countChange(ctx);
      const changed = await changeUser(hand, user, { password_hash: passwordHash }, now);
      await revokeSessions(hand, user, now, actor.kind === 'user' ? actor.sessionId : null);
      emit(ctx, {
        kind: 'user.password_changed',
        subject: { type: 'user', id: user.id, title: user.name },
        summary: `${user.name} changed their password.`,
      });
      return { status: 204, deviceTokens: rememberDevice(deviceTokens, changed) };
    });
  };
}

// Who has an account with another person's address could otherwise try passwords of the other's
// account without failing: by giving their own each of them, and signing in, where a second account
// with the same password shows.
async function countChange({ hand, actor, now, newId }: WriteContext): Promise<void> {
  const change = guessAt(`changes of ${actor.id}`, `changes of ${actor.id}`, changeLimits, now);
  await checkAttempts(hand, change);
  await insertAttempt(hand, change, { id: newId('att'), at: now });
}

async function hashNew(
  hand: ReadHand,
  user: UserRow,
  password: string,
  cost: PasswordCost,
): Promise<string> {
  const known = [user.email, user.name, user.workspace_name];
  await checkNewPassword('body/new_password', password, known);
  return hashPassword(password, cost, await findOldestPassword(hand, user.email));
}

function lockUser({ hand }: WriteContext, user: UserRow): Promise<UserRow | undefined> {
  return findUserForUpdate(hand, { workspaceId: user.workspace_id, userId: user.id });
}

function isOtherRequest(error: unknown): error is Problem {
  return error instanceof Problem && error.code === 'IDEMPOTENCY_KEY_REUSED';
}

function wrongPassword(): Problem {
  return problem('WRONG_PASSWORD', 'body/current_password is not your password.');
}
