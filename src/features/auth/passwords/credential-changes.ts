import type { Database } from '../../../platform/db/connect';
import { createReader, type Reader } from '../../../platform/db/reader';
import { AfterRollback, type Transaction } from '../../../platform/db/transaction';
import type { PublicContext, WriteContext } from '../../../platform/operation';
import { Problem, problem } from '../../../platform/problems';
import type { PasswordCost } from '../../../platform/slow-hash';
import type { EventSource } from '../../../shared/events';
import { endGrantsOf } from '../../../shared/oauth-grants';
import { changeUser, findUserForUpdate, type UserRow } from '../accounts/user-store';
import { getUser } from '../sign-in/session-operations';
import { revokeSessions } from '../sign-in/session-store';
import {
  changeLimits,
  checkAttempts,
  confirmAttempt,
  failAttempt,
  guessAt,
  insertAttempt,
  knownLimits,
} from '../sign-in/throttle-store';
import { createHashQueue, isPasswordOf } from './password-hash';
import { revokeReset } from './reset-store';

/** A change of an account that requires the current password. */
export interface ReauthenticatedChange<Prepared, Result> {
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
