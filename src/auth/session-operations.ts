import { emit } from '../events';
import type { Database } from '../platform/db/connect';
import { readHand, type ReadHand } from '../platform/db/hands';
import type {
  PublicWriteHandler,
  ReadHandler,
  UserActor,
  WriteHandler,
} from '../platform/operation';
import { notFound, problem } from '../platform/problems';
import type { AccountSettings } from './account-settings';
import { forgetAttempts } from './attempt-store';
import { isPasswordOf } from './password';
import { startSession } from './session-start';
import { findSessionEnd, revokeSession, revokeSessions } from './session-store';
import { slowDown } from './throttle';
import { toSession } from './user-mapping';
import { findUser, findUserForUpdate, type UserRow } from './user-store';
import { getWorkspaceRow } from './workspace-operations';

/** Signs in. Counting and hashing come before the transaction: the one must outlive it, the other would hold it up. */
export function createSession(
  database: Database,
  { sessionDays, passwordCost }: AccountSettings,
): PublicWriteHandler<'createSession'> {
  return async ({ body }, ctx) => {
    const { hand, now, address } = ctx;
    const email = body.email.toLowerCase();
    await slowDown(database, { account: email, address, now });
    const found = await findUser(readHand(database), { email });
    const user = found?.deactivated_at === null ? found : undefined;
    const right = await isPasswordOf(user?.password_hash, body.password, passwordCost);
    if (user === undefined || !right) throw notSignedIn();
    // Whoever was deactivated, or changed the password, while this one was checked has ended all sessions: here comes none after.
    const key = { workspaceId: user.workspace_id, userId: user.id };
    const current = await findUserForUpdate(hand, key);
    if (current?.deactivated_at !== null || current.password_hash !== user.password_hash) {
      throw notSignedIn();
    }
    await forgetAttempts(hand, email);
    return startSession(ctx, current, sessionDays);
  };
}

/** Shows who is signed in. */
export const getSession: ReadHandler<'getSession'> = async (_input, { hand, actor }) => {
  const user = await getUser(hand, actor);
  const sessionId = actor.kind === 'user' ? actor.sessionId : null;
  const expiresAt =
    sessionId === null ? undefined : await findSessionEnd(hand, actor.workspaceId, sessionId);
  const workspace = await getWorkspaceRow(hand, actor.workspaceId);
  return { status: 200, body: toSession(user, workspace, expiresAt ?? null) };
};

/** Signs out: the session is revoked, the cookie cleared. */
export const deleteSession: WriteHandler<'deleteSession'> = async (_input, ctx) => {
  const { hand, actor, now } = ctx;
  if (actor.kind === 'user' && actor.sessionId !== null) {
    await revokeSession(hand, actor.workspaceId, actor.sessionId, now);
    emit(ctx, {
      kind: 'session.deleted',
      subject: { type: 'user', id: actor.userId, title: actor.name },
      summary: `${actor.name} signed out.`,
    });
  }
  return { status: 204, cookie: null };
};

/** Signs out everywhere: all sessions of the caller are revoked, the cookie cleared. */
export const deleteSessions: WriteHandler<'deleteSessions'> = async (_input, ctx) => {
  const { hand, actor, now } = ctx;
  const user = await getUser(hand, actor);
  await revokeSessions(hand, user, now);
  emit(ctx, {
    kind: 'session.deleted',
    subject: { type: 'user', id: user.id, title: user.name },
    summary: `${user.name} signed out everywhere.`,
  });
  return { status: 204, cookie: null };
};

/** The row of the person who calls. */
export async function getUser(
  hand: ReadHand,
  actor: Pick<UserActor, 'workspaceId'> & { readonly userId?: string },
): Promise<UserRow> {
  const userId = actor.userId ?? '';
  const user = await findUser(hand, { workspaceId: actor.workspaceId, userId });
  if (user === undefined) throw notFound('user', userId);
  return user;
}

function notSignedIn() {
  return problem('UNAUTHENTICATED', 'Email and password do not belong together.', {
    headers: { 'WWW-Authenticate': 'Bearer realm="callboard"' },
  });
}
