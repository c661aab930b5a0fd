import type { Config } from '../../platform/config';
import type { Actor, PublicReadHandler, ReadHandler, WriteHandler } from '../../platform/operation';
import { problem } from '../../platform/problems';
import { emit } from '../../shared/events';
import { findUser, findUserForUpdate, revokeOidcSessions, type UserRow } from '../auth';
import { deleteLink, findLink, type IdentityRow } from './oidc-store';

type Settings = Pick<Config, 'oidc' | 'passwordSignIn'>;

/** Says how people sign in. */
export function getSignInWith({ oidc, passwordSignIn }: Settings): PublicReadHandler<'getSignIn'> {
  const body = { password: passwordSignIn, oidc: oidc === undefined ? null : { name: oidc.name } };
  return () => Promise.resolve({ status: 200, body });
}

/** Says whether the caller's account is linked. */
export function getOidcLinkWith(settings: Settings): ReadHandler<'getOidcLink'> {
  return async (_input, { reader, actor, workspaceId }) => {
    const key = { workspaceId, userId: userIdOf(actor) };
    const [link, user] = [await findLink(reader, key), await findUser(reader, key)];
    const removable = link !== undefined && user !== undefined && mayRemove(settings, link, user);
    return { status: 200, body: { linked_at: link?.created_at ?? null, removable } };
  };
}

/** Removes the link of the caller's account, and ends the sessions that it began. */
export function removeOidcLinkWith(settings: Settings): WriteHandler<'removeOidcLink'> {
  return async (_input, ctx) => {
    const { transaction, actor, workspaceId, now } = ctx;
    const key = { workspaceId, userId: userIdOf(actor) };
    const user = await findUserForUpdate(transaction, key);
    const link = await findLink(transaction, key);
    if (link === undefined || user === undefined) return { status: 204 };
    if (!mayRemove(settings, link, user)) {
      throw problem(
        'PASSWORD_REQUIRED',
        'Without this link you could not sign in any more. Ask an owner for a password reset first.',
      );
    }
    await deleteLink(transaction, link);
    const current = actor.kind === 'user' ? actor.sessionId : null;
    await revokeOidcSessions(transaction, user, now, current);
    emit(ctx, {
      kind: 'user.unlinked',
      subject: { type: 'user', id: user.id, title: user.name },
      summary: `${user.name} removed the link of their account to OpenID Connect.`,
      audit: { old: { issuer: link.issuer }, new: {} },
    });
    return { status: 204 };
  };
}

function mayRemove(
  { passwordSignIn }: Settings,
  { initial_hash: initialHash }: IdentityRow,
  { password_hash: passwordHash }: UserRow,
): boolean {
  return passwordSignIn && passwordHash !== initialHash;
}

function userIdOf(actor: Actor): string {
  return actor.kind === 'user' ? actor.userId : '';
}
