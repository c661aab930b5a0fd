import type { Database } from '../../../platform/db/connect';
import { createReader, type Reader, type Transaction } from '../../../platform/db/transaction';
import type { PublicWriteHandler } from '../../../platform/operation';
import { problem } from '../../../platform/problems';
import type { AccountSettings } from '../account-settings';
import { logFailure, recordFailure } from './failed-sign-in';
import { clearFailures } from './failed-sign-in-store';
import { createHashQueue } from '../passwords/hash-queue';
import { deviceSource, findDeviceToken } from './known-device';
import { findMatching } from '../passwords/password';
import { startSession } from './session-start';
import {
  checkAttempts,
  confirmAttempt,
  failAttempt,
  guessAt,
  isFree,
  knownLimits,
  unknownLimits,
  type Guess,
} from './throttle';
import { findAccounts, findUserForUpdate, type UserRow } from '../user-store';

/** A guess at the password of some accounts. */
interface Attempt {
  readonly guess: Guess;
  readonly accounts: readonly UserRow[];
}

/**
 * Signs in. Counting and hashing come before the transaction: the one must outlive it, the other
 * would hold it up.
 */
export function createSession(
  database: Database,
  { sessionDays, passwordCost }: AccountSettings,
): PublicWriteHandler<'createSession'> {
  const reader = createReader(database);
  const inTurn = createHashQueue();
  return async ({ body }, ctx) => {
    const { transaction, now, address, deviceTokens } = ctx;
    const email = body.email.toLowerCase();
    const accounts = (await findAccounts(reader, email)).filter(
      ({ workspace_id: id }) => body.workspace_id === undefined || body.workspace_id === id,
    );
    const unknown = { guess: guessAt(email, address, unknownLimits, now), accounts };
    const known = fromKnownDevice(unknown, deviceTokens);
    const attempt = inTurn((known ?? unknown).guess.source, async () => {
      const { guess, accounts: tried } = await chooseAttempt(reader, unknown, known);
      const matching = await findMatching(tried, body.password, passwordCost);
      const [user, another] = matching;
      if (user === undefined) {
        throw await failAttempt(database, guess, notSignedIn(), (failing) =>
          recordFailure(failing, ctx, tried),
        );
      }
      await confirmAttempt(transaction, guess);
      if (another !== undefined) throw workspaceRequired(matching);
      const signedIn = await lockUnchanged(transaction, user);
      return startSession(ctx, signedIn, sessionDays, await clearFailures(transaction, signedIn));
    });
    return attempt.catch((error: unknown) => {
      logFailure(ctx, accounts, error);
      throw error;
    });
  };
}

/**
 * The same attempt from a device that is known to one of the accounts. It tries that account only:
 * who owns a workspace can have an account with anybody's address there, and must not win further
 * guesses at the person's own account by it.
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

// A known device is counted for itself only where the limits of the unknown are used up, so that an
// account elsewhere can be signed in to as well.
async function chooseAttempt(
  reader: Reader,
  unknown: Attempt,
  known: Attempt | undefined,
): Promise<Attempt> {
  const attempt = known === undefined || (await isFree(reader, unknown.guess)) ? unknown : known;
  await checkAttempts(reader, attempt.guess);
  return attempt;
}

// Whoever was deactivated, or changed the password, while this one was checked has ended all
// sessions: no session may begin after that.
async function lockUnchanged(transaction: Transaction, user: UserRow): Promise<UserRow> {
  const key = { workspaceId: user.workspace_id, userId: user.id };
  const current = await findUserForUpdate(transaction, key);
  if (current?.deactivated_at !== null || current.password_hash !== user.password_hash) {
    throw notSignedIn();
  }
  return current;
}

// Told only to those who have proved the password of each.
function workspaceRequired(accounts: readonly UserRow[]) {
  const workspaces = accounts.map((row) => ({ id: row.workspace_id, name: row.workspace_name }));
  return problem(
    'WORKSPACE_REQUIRED',
    'Several workspaces have this account. Send the workspace_id of one of them.',
    { details: { workspaces } },
  );
}

function notSignedIn() {
  return problem('UNAUTHENTICATED', 'Email and password do not belong together.', {
    headers: { 'WWW-Authenticate': 'Bearer realm="callboard"' },
  });
}
