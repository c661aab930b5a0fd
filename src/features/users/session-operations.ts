import { revokeSessions } from '../auth';
import { emit } from '../../shared/events';
import type { WriteHandler } from '../../platform/operation';
import { getLockedUser } from './user-operations';

/** Ends all sessions of a person; the caller's own also lose the cookie. */
export const endUserSessions: WriteHandler<'endUserSessions'> = async ({ path }, ctx) => {
  const { transaction, actor, now } = ctx;
  const row = await getLockedUser(ctx, path.id);
  await revokeSessions(transaction, row, now);
  const isOwn = actor.kind === 'user' && actor.userId === row.id;
  emit(ctx, {
    kind: 'session.deleted',
    subject: { type: 'user', id: row.id, title: row.name },
    summary: isOwn
      ? `${row.name} signed out everywhere.`
      : `${actor.name} ended the sessions of ${row.name}.`,
  });
  return isOwn ? { status: 204, cookie: null } : { status: 204 };
};
