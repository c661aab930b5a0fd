import type { components } from '../../../../generated/types';
import type { Database } from '../../../platform/db/connect';
import { type Reader, createReader } from '../../../platform/db/reader';
import { pageOf } from '../../../platform/db/statements/page';
import type { Transaction } from '../../../platform/db/transaction';
import type {
  Actor,
  ReadHandler,
  UserActor,
  WriteHandler,
  PublicWriteHandler,
  ReadContext,
} from '../../../platform/operation';
import { notFound, problem } from '../../../platform/problems';
import type { SecretKeys } from '../../../platform/secret-keys';
import type { PasswordCost } from '../../../platform/slow-hash';
import { checkOpen } from '../../../shared/closed-workspaces-store';
import { emit } from '../../../shared/events';
import { limitsOf } from '../../../shared/plans';
import { hashSecret } from '../../../shared/tokens';
import { toSession } from '../accounts/user-mapping';
import {
  findUser,
  type UserRow,
  findUserForUpdate,
  userActor,
  findAccounts,
} from '../accounts/user-store';
import { findSignInLink, redeemSignInLink } from '../passwords/one-time-link-store';
import { createHashQueue, findMatching } from '../passwords/passwords';
import { getWorkspaceRow } from '../workspaces/workspace-operations';
import { clearFailures, logFailure, recordFailures } from './failed-sign-in-store';
import { startSession, deviceSource, findDeviceToken } from './session-start';
import {
  findSessionEnd,
  type ListedSession,
  revokeOwnSession,
  revokeSession,
  revokeSessions,
  sessionsOf,
  findLiveSessions,
} from './session-store';
import {
  checkAttempts,
  confirmAttempt,
  failAttempt,
  guessAt,
  unknownLimits,
  type Guess,
  isPermitted,
  knownLimits,
} from './throttle-store';

/** Shows the signed-in person and their session. */
export const getSession: ReadHandler<'getSession'> = async (_input, { reader, actor }) => {
  const user = await getUser(reader, actor);
  const sessionId = actor.kind === 'user' ? actor.sessionId : null;
  const expiresAt =
    sessionId === null ? undefined : await findSessionEnd(reader, actor.workspaceId, sessionId);
  const workspace = await getWorkspaceRow(reader, actor.workspaceId);
  return { status: 200, body: toSession(user, workspace, expiresAt ?? null) };
};

/** Signs out: revokes the session and clears the cookie. */
export const deleteSession: WriteHandler<'deleteSession'> = async (_input, ctx) => {
  const { transaction, actor, now } = ctx;
  if (actor.kind === 'user' && actor.sessionId !== null) {
    await revokeSession(transaction, actor.workspaceId, actor.sessionId, now);
    emit(ctx, {
      kind: 'session.deleted',
      subject: { type: 'user', id: actor.userId, title: actor.name },
      summary: `${actor.name} signed out.`,
    });
  }
  return { status: 204, cookie: null };
};

/** Signs out everywhere: revokes all sessions of the caller and clears the cookie. */
export const deleteSessions: WriteHandler<'deleteSessions'> = async (_input, ctx) => {
  const { transaction, actor, now } = ctx;
  const user = await getUser(transaction, actor);
  await revokeSessions(transaction, user, now);
  emit(ctx, {
    kind: 'session.deleted',
    subject: { type: 'user', id: user.id, title: user.name },
    summary: `${user.name} signed out everywhere.`,
  });
  return { status: 204, cookie: null };
};

/** Reads the row of the caller, or throws 404. */
export async function getUser(
  reader: Reader,
  actor: Pick<UserActor, 'workspaceId'> & { readonly userId?: string },
): Promise<UserRow> {
  const userId = actor.userId ?? '';
  const user = await findUser(reader, { workspaceId: actor.workspaceId, userId });
  if (user === undefined) throw notFound('user', userId);
  return user;
}

/** Lists the sessions of the caller that have not ended, newest first. */
export const listSessions: ReadHandler<'listSessions'> = async ({ query }, ctx) => {
  const { reader, actor, now } = ctx;
  const user = await getUser(reader, actor);
  const { rows, ...envelope } = await pageOf<ListedSession>(
    reader,
    {
      matching: (db) => sessionsOf(db, user, now),
      select: (sessions) =>
        sessions.select(
          'sessions.id',
          'sessions.created_at',
          'sessions.last_seen_at',
          'sessions.expires_at',
        ),
      id: 'sessions.id',
      sorts: { created_at: { column: 'sessions.created_at', type: 'instant' } },
      defaultSort: '-created_at',
    },
    query,
  );
  const items = rows.map((row) => toSessionItem(row, sessionIdOf(actor)));
  return { status: 200, body: { items, ...envelope, filters: {}, hidden_count: 0 } };
};

/** Ends one session of the caller; their current one also loses its cookie. */
export const deleteOtherSession: WriteHandler<'deleteOtherSession'> = async ({ path }, ctx) => {
  const { transaction, actor, now } = ctx;
  const user = await getUser(transaction, actor);
  if (!(await revokeOwnSession(transaction, user, { id: path.id, now }))) {
    throw notFound('session', path.id);
  }
  const isCurrent = path.id === sessionIdOf(actor);
  emit(ctx, {
    kind: 'session.deleted',
    subject: { type: 'user', id: user.id, title: user.name },
    summary: `${user.name} ${isCurrent ? 'signed out' : 'ended one of their sessions'}.`,
  });
  return isCurrent ? { status: 204, cookie: null } : { status: 204 };
};

function sessionIdOf(actor: Actor): string | null {
  return actor.kind === 'user' ? actor.sessionId : null;
}

function toSessionItem(
  row: ListedSession,
  current: string | null,
): components['schemas']['SessionItem'] {
  return {
    id: row.id,
    created_at: row.created_at,
    last_used_at: row.last_seen_at,
    expires_at: row.expires_at,
    current: row.id === current,
  };
}

/**
 * Signs an owner in by a link of the command line, also without passwords and without the provider
 * of OpenID Connect. Of concurrent requests with one token only the first succeeds.
 */
export function useSignInLink(
  database: Database,
  { sessionDays }: Pick<AccountSettings, 'sessionDays'>,
): PublicWriteHandler<'useSignInLink'> {
  const reader = createReader(database);
  return async ({ body: { token } }, ctx) => {
    const { transaction, now, address } = ctx;
    const guess = guessAt(`sign-in link ${hashSecret(token)}`, address, unknownLimits, now);
    await checkAttempts(reader, guess);
    const found = await findSignInLink(reader, token, now);
    if (found === undefined) throw await failAttempt(database, guess, notValid());
    await confirmAttempt(transaction, guess);
    const { workspace_id: workspaceId, user_id: userId } = found;
    const user = await findUserForUpdate(transaction, { workspaceId, userId });
    if (user?.deactivated_at !== null || user.role !== 'owner') throw notValid();
    await checkOpen(transaction, workspaceId);
    if (!(await redeemSignInLink(transaction, token, now))) throw notValid();
    return startSession(ctx, user, { sessionDays, isByLink: true });
  };
}

/** The same 422 for a token that is wrong, used or expired. */
function notValid() {
  return problem(
    'SIGN_IN_LINK_NOT_VALID',
    'This link is not valid, or no longer valid. Ask the operator of the server for a new one.',
  );
}

/** Counts what waits for the person of a context, with what that person may see. */
export type CountWaiting = (
  ctx: Pick<ReadContext, 'reader' | 'workspaceId' | 'actor' | 'now' | 'settings' | 'historyDays'>,
) => Promise<number>;

/**
 * Lists the workspaces with a live session of the browser. Each is read for the person of its own
 * session, by one statement. Clears the cookies of the other sessions.
 */
export function getSignedInWorkspacesWith(
  countWaiting: CountWaiting,
): ReadHandler<'getSignedInWorkspaces'> {
  return async (_input, { reader, now, settings, sessionCookies }) => {
    const live = await findLiveSessions(reader, sessionCookies, now);
    const served = live
      .filter(({ session: { closed_state: state } }) => state !== 'arriving' && state !== 'moved')
      .toSorted(({ session: one }, { session: other }) =>
        one.session_created_at < other.session_created_at ? -1 : 1,
      );
    const workspaces = await Promise.all(
      served.map(async ({ session }) => ({
        id: session.workspace_id,
        name: session.workspace_name,
        user_name: session.name,
        waiting: await countWaiting({
          reader,
          workspaceId: session.workspace_id,
          actor: userActor(session, session.session_id),
          now,
          settings,
          historyDays: limitsOf(session.plan).history_days,
        }),
        expires_at: session.session_expires_at,
      })),
    );
    const cookies = new Set(live.map(({ cookie }) => cookie));
    const ends = sessionCookies.filter((cookie) => !cookies.has(cookie));
    return { status: 200, body: { workspaces }, ...(ends.length > 0 && { cookie: { ends } }) };
  };
}

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
