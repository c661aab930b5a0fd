import { AfterRollback } from '../../../platform/db/transaction';
import type { Database } from '../../../platform/db/connect';
import { createReader, type Reader } from '../../../platform/db/reader';
import type { WriteContext } from '../../../platform/operation';
import { Problem, problem } from '../../../platform/problems';
import type { PasswordCost } from '../../../platform/slow-hash';
import { createHashQueue } from './hash-queue';
import { isPasswordOf } from './password-hash';
import { getUser } from '../sign-in/session-operations';
import {
  checkAttempts,
  confirmAttempt,
  failAttempt,
  guessAt,
  knownLimits,
} from '../sign-in/throttle';
import { findUserForUpdate, type UserRow } from '../accounts/user-store';

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
