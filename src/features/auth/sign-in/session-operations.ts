import type { components } from '../../../../generated/types';
import { type Reader, createReader } from '../../../platform/db/reader';
import { pageOf } from '../../../platform/db/statements/page';
import type {
  Actor,
  ReadHandler,
  UserActor,
  WriteHandler,
  PublicWriteHandler,
  ReadContext,
} from '../../../platform/operation';
import { notFound, problem } from '../../../platform/problems';
import { emit } from '../../../shared/events';
import { toSession } from '../accounts/user-mapping';
import { findUser, type UserRow, findUserForUpdate, userActor } from '../accounts/user-store';
import { getWorkspaceRow } from '../workspaces/workspace-operations';
import {
  findSessionEnd,
  type ListedSession,
  revokeOwnSession,
  revokeSession,
  revokeSessions,
  sessionsOf,
  findLiveSessions,
} from './session-store';
import type { Database } from '../../../platform/db/connect';
import { checkOpen } from '../../../shared/closed-workspaces';
import { hashSecret } from '../../../shared/tokens';
import { startSession } from './session-start';
import { findSignInLink, redeemSignInLink } from './sign-in-link-store';
import type { AccountSettings } from './sign-in-operations';
import {
  checkAttempts,
  confirmAttempt,
  failAttempt,
  guessAt,
  unknownLimits,
} from './throttle-store';
import { limitsOf } from '../../../shared/plans';

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
