import type { Database } from '../../../platform/db/connect';
import { createReader, type Reader } from '../../../platform/db/reader';
import { AfterRollback, type Transaction } from '../../../platform/db/transaction';
import type {
  PublicWriteHandler,
  WriteHandler,
  PublicContext,
  WriteContext,
} from '../../../platform/operation';
import { problem, Problem } from '../../../platform/problems';
import type { PasswordCost } from '../../../platform/slow-hash';
import { checkOpen } from '../../../shared/closed-workspaces-store';
import { emit, type EventSource } from '../../../shared/events';
import { endGrantsOf } from '../../../shared/oauth-grant-store';
import { hashSecret } from '../../../shared/tokens';
import { findUserForUpdate, userActor, changeUser, type UserRow } from '../accounts/user-store';
import { getUser } from '../sign-in/session-operations';
import { rememberDevice } from '../sign-in/session-start';
import { revokeSessions } from '../sign-in/session-store';
import {
  checkAttempts,
  confirmAttempt,
  failAttempt,
  guessAt,
  unknownLimits,
  changeLimits,
  insertAttempt,
  knownLimits,
} from '../sign-in/throttle-store';
import { hashNewPassword, createHashQueue, isPasswordOf } from './passwords';
import { findResetUser, redeemReset, revokeReset } from './one-time-link-store';

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

/** A change of an account that requires the current password. */
interface ReauthenticatedChange<Prepared, Result> {
  readonly currentPassword: string;
  /** Computes what the change stores, such as a hash. Runs before the transaction: it may be slow. */
  readonly prepare: (reader: Reader, user: UserRow) => Promise<Prepared>;
  /** Stores the change within the transaction, with the person's row locked. */
  readonly store: (user: UserRow, prepared: Prepared) => Promise<Result>;
}

/**
 * Creates a function that runs such changes and counts wrong passwords. Counting and hashing happen
 * before the transaction, as in sign-in. Of concurrent changes only the first succeeds, because the
 * others' current password is then outdated.
 */
export function createReauthentication(database: Database, cost: PasswordCost) {
  const reader = createReader(database);
  const enqueue = createHashQueue();
  return async <Prepared, Result>(
    ctx: WriteContext,
    change: ReauthenticatedChange<Prepared, Result>,
  ): Promise<Result> => {
    const { transaction, actor, now } = ctx;
    // Counted separately from sign-in attempts: failures of one never block the other.
    const person = `${actor.id} in ${actor.workspaceId}`;
    const guess = guessAt(`password of ${person}`, `session of ${person}`, knownLimits, now);
    const failed = (refusal: Problem) => failAttempt(database, guess, refusal);
    return enqueue(person, async () => {
      await checkAttempts(reader, guess);
      const checked = await getUser(reader, actor);
      const isCorrect = await isPasswordOf(checked.password_hash, change.currentPassword, cost);
      const prepared = isCorrect ? { value: await change.prepare(reader, checked) } : undefined;
      // The first statement, which replays the stored response of a retried request.
      const user = await lockUser(ctx, checked).catch((error: unknown) => {
        // Different passwords with the key of an earlier request are guesses at its passwords.
        throw isReusedKey(error) ? new AfterRollback(() => failed(error)) : error;
      });
      if (prepared === undefined) throw new AfterRollback(() => failed(wrongPassword()));
      if (user?.password_hash !== checked.password_hash) throw wrongPassword();
      await confirmAttempt(transaction, guess);
      return change.store(user, prepared.value);
    });
  };
}

function lockUser({ transaction }: WriteContext, user: UserRow): Promise<UserRow | undefined> {
  return findUserForUpdate(transaction, { workspaceId: user.workspace_id, userId: user.id });
}

function isReusedKey(error: unknown): error is Problem {
  return error instanceof Problem && error.code === 'IDEMPOTENCY_KEY_REUSED';
}

function wrongPassword(): Problem {
  return problem('WRONG_PASSWORD', 'body/current_password is not your password.');
}

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
