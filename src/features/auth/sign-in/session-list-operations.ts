import type { components } from '../../../../generated/types';
import { pageOf } from '../../../platform/db/statements/page';
import type { Actor, ReadHandler, WriteHandler } from '../../../platform/operation';
import { notFound } from '../../../platform/problems';
import { emit } from '../../../shared/events';
import { getUser } from './session-operations';
import { revokeOwnSession, sessionsOf, type ListedSession } from './session-store';

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
export const endSession: WriteHandler<'endSession'> = async ({ path }, ctx) => {
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
