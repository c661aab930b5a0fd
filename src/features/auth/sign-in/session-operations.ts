import { emit } from '../../../shared/events';
import type { Reader } from '../../../platform/db/reader';
import type { ReadHandler, UserActor, WriteHandler } from '../../../platform/operation';
import { notFound } from '../../../platform/problems';
import { findSessionEnd, revokeSession, revokeSessions } from './session-store';
import { toSession } from '../accounts/user-mapping';
import { findUser, type UserRow } from '../accounts/user-store';
import { getWorkspaceRow } from '../workspaces/workspace-operations';

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
