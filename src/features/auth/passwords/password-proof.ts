import { AfterRollback } from '../../../platform/after-rollback';
import type { Database } from '../../../platform/db/connect';
import { createReader, type Reader } from '../../../platform/db/transaction';
import type { WriteContext } from '../../../platform/operation';
import { Problem, problem } from '../../../platform/problems';
import type { PasswordCost } from '../../../platform/slow-hash';
import { createHashQueue } from './hash-queue';
import { isPasswordOf } from './password';
import { getUser } from '../sign-in/session-operations';
import {
  checkAttempts,
  confirmAttempt,
  failAttempt,
  guessAt,
  knownLimits,
} from '../sign-in/throttle';
import { findUserForUpdate, type UserRow } from '../user-store';

/** A change of an account that its person proves with the current password. */
export interface ProvedChange<Result> {
  readonly currentPassword: string;
  /** The new stored form of the password. Runs before the transaction, because it is slow. */
  readonly hash: (reader: Reader, user: UserRow) => Promise<string>;
  /** The change itself, within the transaction, with the person's row locked. */
  readonly store: (user: UserRow, passwordHash: string) => Promise<Result>;
}

/**
 * Makes a function that runs such changes and counts wrong passwords. Counting and hashing come
 * before the transaction, as in signing in. Of several changes at the same time the first wins: the
 * others were proved with a password that is no longer the stored one.
 */
export function createPasswordProof(database: Database, cost: PasswordCost) {
  const reader = createReader(database);
  const inTurn = createHashQueue();
  return async <Result>(ctx: WriteContext, change: ProvedChange<Result>): Promise<Result> => {
    const { transaction, actor, now } = ctx;
    // Only a session can guess here, and its failures keep nobody from signing in, nor the other
    // way round.
    const guess = guessAt(`password of ${actor.id}`, `session of ${actor.id}`, knownLimits, now);
    const failed = (refusal: Problem) => failAttempt(database, guess, refusal);
    return inTurn(actor.id, async () => {
      await checkAttempts(reader, guess);
      const proved = await getUser(reader, actor);
      const right = await isPasswordOf(proved.password_hash, change.currentPassword, cost);
      const passwordHash = right ? await change.hash(reader, proved) : '';
      // The first statement: a repetition of an earlier request ends here.
      const user = await lockUser(ctx, proved).catch((error: unknown) => {
        // Under the key of an earlier request, other passwords are a guess at those.
        throw isOtherRequest(error) ? new AfterRollback(() => failed(error)) : error;
      });
      if (!right) throw new AfterRollback(() => failed(wrongPassword()));
      if (user?.password_hash !== proved.password_hash) throw wrongPassword();
      await confirmAttempt(transaction, guess);
      return change.store(user, passwordHash);
    });
  };
}

function lockUser({ transaction }: WriteContext, user: UserRow): Promise<UserRow | undefined> {
  return findUserForUpdate(transaction, { workspaceId: user.workspace_id, userId: user.id });
}

function isOtherRequest(error: unknown): error is Problem {
  return error instanceof Problem && error.code === 'IDEMPOTENCY_KEY_REUSED';
}

function wrongPassword(): Problem {
  return problem('WRONG_PASSWORD', 'body/current_password is not your password.');
}
