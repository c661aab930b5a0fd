import type { components } from '../../../../generated/types';
import type { Reader } from '../../../platform/db/reader';
import { pageOf } from '../../../platform/db/statements/page';
import type { Actor, ReadHandler, UserActor, WriteHandler } from '../../../platform/operation';
import { notFound } from '../../../platform/problems';
import { emit } from '../../../shared/events';
import { toSession } from '../accounts/user-mapping';
import { findUser, type UserRow } from '../accounts/user-store';
import { getWorkspaceRow } from '../workspaces/workspace-operations';
import {
  findSessionEnd,
  type ListedSession,
  revokeOwnSession,
  revokeSession,
  revokeSessions,
  sessionsOf,
} from './session-store';

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
