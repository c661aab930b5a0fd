import type { Database } from '../../../platform/db/connect';
import { createReader, type Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import type { PublicWriteHandler } from '../../../platform/operation';
import { problem } from '../../../platform/problems';
import type { SecretKeys } from '../../../platform/secret-keys';
import type { PasswordCost } from '../../../platform/slow-hash';
import { checkOpen } from '../../../shared/closed-workspaces';
import { findAccounts, findUserForUpdate, type UserRow } from '../accounts/user-store';
import { createHashQueue, findMatching } from '../passwords/password-hash';
import { clearFailures, logFailure, recordFailures } from './failed-sign-in-store';
import { deviceSource, findDeviceToken, startSession } from './session-start';
import {
  checkAttempts,
  confirmAttempt,
  failAttempt,
  type Guess,
  guessAt,
  isPermitted,
  knownLimits,
  unknownLimits,
} from './throttle-store';

/** A sign-in attempt: a guess at the password of these accounts. */
interface Attempt {
  readonly guess: Guess;
  readonly accounts: readonly UserRow[];
}

/**
 * Signs in. Counting happens before the transaction, because failures must survive its rollback.
 * Hashing also does, because it is slow.
 */
export function createSession(
  database: Database,
  { sessionDays, passwordCost }: AccountSettings,
): PublicWriteHandler<'createSession'> {
  const reader = createReader(database);
  const enqueue = createHashQueue();
  return async ({ body }, ctx) => {
    const { transaction, now, address, deviceTokens } = ctx;
    const email = body.email.toLowerCase();
    const accounts = await findAccounts(reader, email, body.workspace_id);
    const unknown = { guess: guessAt(email, address, unknownLimits, now), accounts };
    const known = fromKnownDevice(unknown, deviceTokens);
    const attempt = enqueue((known ?? unknown).guess.source, async () => {
      const { guess, accounts: attempted } = await chooseAttempt(reader, unknown, known);
      const matching = await findMatching(attempted, body.password, passwordCost);
      const [user, another] = matching;
      if (user === undefined) {
        const refusal = notSignedIn();
        const failed = await failAttempt(database, guess, refusal);
        if (failed === refusal) await recordFailures(database, ctx, attempted);
        throw failed;
      }
      await confirmAttempt(transaction, guess);
      if (another !== undefined) throw workspaceRequired(matching);
      const signedIn = await lockUnchanged(transaction, user);
      await checkOpen(transaction, user.workspace_id);
      const failures = await clearFailures(transaction, signedIn);
      return startSession(ctx, signedIn, { sessionDays, failures });
    });
    return attempt.catch((error: unknown) => {
      logFailure(ctx, accounts, error);
      throw error;
    });
  };
}

/**
 * The same attempt from a known device. It tries only the account that knows the device: the owner
 * of another workspace can create an account with the same address there, and must not gain further
 * guesses at the person's own account.
 */
function fromKnownDevice(
  { guess, accounts }: Attempt,
  tokens: readonly string[],
): Attempt | undefined {
  for (const token of tokens) {
    const account = accounts.find((each) => findDeviceToken([token], each) !== undefined);
    if (account === undefined) continue;
    const known = { ...guess, source: deviceSource(token), limits: knownLimits };
    return { guess: known, accounts: [account] };
  }
  return undefined;
}

// Uses the known device only when the limits of unknown sources are reached, so the person can also
// sign in to their accounts in other workspaces.
async function chooseAttempt(
  reader: Reader,
  unknown: Attempt,
  known: Attempt | undefined,
): Promise<Attempt> {
  const attempt =
    known === undefined || (await isPermitted(reader, unknown.guess)) ? unknown : known;
  await checkAttempts(reader, attempt.guess);
  return attempt;
}

// The account may have been deactivated or got a new password while the password was checked. Both
// revoke all sessions, so no session may start afterwards.
async function lockUnchanged(transaction: Transaction, user: UserRow): Promise<UserRow> {
  const key = { workspaceId: user.workspace_id, userId: user.id };
  const current = await findUserForUpdate(transaction, key);
  if (current?.deactivated_at !== null || current.password_hash !== user.password_hash) {
    throw notSignedIn();
  }
  return current;
}

// Sent only to callers who know the password of each account.
function workspaceRequired(accounts: readonly UserRow[]) {
  const workspaces = accounts.map((row) => ({ id: row.workspace_id, name: row.workspace_name }));
  return problem(
    'WORKSPACE_REQUIRED',
    'Several workspaces have this account. Send the workspace_id of one of them.',
    { details: { workspaces } },
  );
}

function notSignedIn() {
  return problem('UNAUTHENTICATED', 'The email or the password is wrong.', {
    headers: { 'WWW-Authenticate': 'Bearer realm="callboard"' },
  });
}

/** The configuration of accounts. */
export interface AccountSettings {
  readonly sessionDays: number;
  readonly passwordCost: PasswordCost;
  /** Whether people sign in with passwords. */
  readonly passwordSignIn: boolean;
  /** The keys of mails with secret links; undefined if the server sends none. */
  readonly letterKeys?: SecretKeys | undefined;
}

/** The operation, or its refusal where people do not sign in with passwords. */
export function unlessPasswordsAreOff<Args extends unknown[], Reply>(
  { passwordSignIn }: Pick<AccountSettings, 'passwordSignIn'>,
  operation: (...args: Args) => Promise<Reply>,
): (...args: Args) => Promise<Reply> {
  if (passwordSignIn) return operation;
  return () =>
    Promise.reject(
      problem(
        'PASSWORD_SIGN_IN_OFF',
        'This server takes no passwords. Sign in with OpenID Connect.',
      ),
    );
}
