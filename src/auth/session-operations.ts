import { randomBytes } from 'node:crypto';
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
import { DAY, SECOND, shift } from '../platform/time';
import type { components } from '../../generated/types';
import { forgetAttempts } from './attempt-store';
import { hashSecret } from '../tokens';
import { isPasswordOf } from './password';
import { findSessionEnd, insertSession, revokeSession } from './session-store';
import { throttleSignIn } from './throttle';
import { findUser, userActor, type UserRow } from './user-store';

/** Signs in. Counting and hashing come before the transaction: the one must outlive it, the other would hold it up. */
export function createSession(
  database: Database,
  sessionDays: number,
): PublicWriteHandler<'createSession'> {
  return async ({ body }, { hand, now, newId, address }) => {
    const email = body.email.toLowerCase();
    await throttleSignIn(database, { email, address, now });
    const user = await findUser(readHand(database), { email });
    const right = await isPasswordOf(user?.password_hash, body.password);
    if (user === undefined || !right) {
      throw problem('UNAUTHENTICATED', 'Email and password do not belong together.', {
        headers: { 'WWW-Authenticate': 'Bearer realm="callboard"' },
      });
    }
    const value = randomBytes(32).toString('base64url');
    const id = newId('ses');
    const expiresAt = shift(now, sessionDays * DAY);
    await insertSession(hand, {
      workspaceId: user.workspace_id,
      id,
      userId: user.id,
      idHash: hashSecret(value),
      now,
      expiresAt,
    });
    await forgetAttempts(hand, hashSecret(email));
    emit(
      { hand, now, newId, workspaceId: user.workspace_id, actor: userActor(user, id) },
      {
        kind: 'session.created',
        subject: { type: 'user', id: user.id, title: user.name },
        summary: `${user.name} signed in.`,
      },
    );
    return {
      status: 201,
      body: toSession(user, expiresAt),
      headers: { Location: '/v1/session' },
      cookie: { value, maxAgeSeconds: (sessionDays * DAY) / SECOND },
    };
  };
}

/** Shows who is signed in. */
export const getSession: ReadHandler<'getSession'> = async (_input, { hand, actor }) => {
  const user = await getUser(hand, actor);
  const sessionId = actor.kind === 'user' ? actor.sessionId : null;
  const expiresAt =
    sessionId === null ? undefined : await findSessionEnd(hand, actor.workspaceId, sessionId);
  return { status: 200, body: toSession(user, expiresAt ?? null) };
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

/** A person in the contract's shape. */
export function toUser(row: UserRow): components['schemas']['User'] {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    actor_id: row.actor_id,
    email: row.email,
    name: row.name,
    role: row.role,
  };
}

function toSession(row: UserRow, expiresAt: string | null): components['schemas']['Session'] {
  return {
    user: toUser(row),
    workspace: { id: row.workspace_id, name: row.workspace_name, plan: row.workspace_plan },
    expires_at: expiresAt,
  };
}
