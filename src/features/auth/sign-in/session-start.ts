import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { limits } from '../../../../generated/limits';
import type { Transaction } from '../../../platform/db/transaction';
import type { PublicContext } from '../../../platform/operation';
import { emit } from '../../../shared/events';
import { hashSecret, newSessionValue } from '../../../shared/tokens';
import { toSession } from '../accounts/user-mapping';
import { userActor, type UserRow } from '../accounts/user-store';
import { getWorkspaceRow } from '../workspaces/workspace-operations';
import {
  findLiveSessions,
  insertSession,
  type LiveSession,
  secondsUntil,
  sessionEnd,
} from './session-store';

/** How a session starts. */
interface SessionStart {
  readonly sessionDays: number;
  /** The number of failed attempts since the last successful one. */
  readonly failures?: number;
  /** The provider's session, empty if it has none; null for a sign-in without OpenID Connect. */
  readonly oidcSid?: string | null;
  /** Whether a link of the command line signs in. */
  readonly isByLink?: boolean;
}

/**
 * Starts a session and returns the reply of a sign-in: 201 with the session cookie, of which only
 * the hash is stored, and the device cookie.
 */
export async function startSession(
  ctx: PublicContext & { readonly transaction: Transaction },
  user: UserRow,
  { sessionDays, failures = 0, oidcSid = null, isByLink = false }: SessionStart,
) {
  const { transaction, now, newId, deviceTokens, loggedAddress } = ctx;
  const { workspace_id: workspaceId } = user;
  const value = newSessionValue(user.workspace_id);
  const id = newId('ses');
  const expiresAt = sessionEnd(now, now, sessionDays);
  await insertSession(transaction, {
    workspaceId: user.workspace_id,
    id,
    userId: user.id,
    idHash: hashSecret(value),
    now,
    expiresAt,
    oidcSid,
  });
  emit(
    { transaction, now, newId, workspaceId, actor: userActor(user, id), loggedAddress },
    {
      kind: 'session.created',
      subject: { type: 'user', id: user.id, title: user.name },
      summary: isByLink
        ? `${user.name} signed in with a link of the command line.`
        : oidcSid === null
          ? summaryOf(user, findDeviceToken(deviceTokens, user) !== undefined, failures)
          : `${user.name} signed in with OpenID Connect.`,
    },
  );
  return {
    status: 201,
    body: toSession(user, await getWorkspaceRow(transaction, user.workspace_id), expiresAt),
    headers: { Location: '/v1/session' },
    signedIn: user.actor_id,
    deviceTokens: rememberDevice(deviceTokens, user),
    cookie: {
      value,
      maxAgeSeconds: secondsUntil(expiresAt, now),
      ends: await cookiesToEnd(transaction, ctx, workspaceId),
    },
  } as const;
}

/**
 * The cookies that a browser loses when it signs in to a workspace: those without a live session,
 * and the oldest beyond the limit, because browsers and servers limit the size of all together.
 */
async function cookiesToEnd(
  transaction: Transaction,
  { sessionCookies, now }: Pick<PublicContext, 'sessionCookies' | 'now'>,
  workspaceId: string,
): Promise<string[]> {
  if (sessionCookies.length === 0) return [];
  const live = await findLiveSessions(transaction, sessionCookies, now);
  const kept = live
    .filter(({ session }) => session.workspace_id !== workspaceId)
    .toSorted(newestFirst)
    .slice(0, limits.browser_sessions - 1)
    .map(({ cookie }) => cookie);
  return sessionCookies.filter((cookie) => !kept.includes(cookie));
}

function newestFirst({ session: one }: LiveSession, { session: other }: LiveSession): number {
  return one.session_created_at < other.session_created_at ? 1 : -1;
}

function summaryOf({ name }: UserRow, isKnownDevice: boolean, failures: number): string {
  const where = isKnownDevice ? '' : ' from a new device';
  const after = failures === 0 ? '' : ` after ${failures} failed attempt${failures > 1 ? 's' : ''}`;
  return `${name} signed in${where}${after}.`;
}

const MAX_TOKENS = 5;
const NONCE_CHARACTERS = 22;

type Account = Pick<UserRow, 'id' | 'workspace_id' | 'password_hash'>;

/**
 * Finds the browser's device token for the account. It proves a sign-in to the account from this
 * browser since the password was set. It grants no access; attempts from the device are only
 * counted separately.
 */
export function findDeviceToken(tokens: readonly string[], account: Account): string | undefined {
  return tokens.find((token) => isTokenOf(token, account));
}

/**
 * The device tokens of a browser after a sign-in to the account: the account's token first, then up
 * to four of other accounts.
 */
export function rememberDevice(tokens: readonly string[], account: Account): string[] {
  const token = findDeviceToken(tokens, account) ?? newToken(account);
  return [token, ...tokens.filter((other) => other !== token)].slice(0, MAX_TOKENS);
}

/** The source of attempts from a device; it does not reveal the token. */
export function deviceSource(token: string): string {
  return `device ${hashSecret(token)}`;
}

function newToken(account: Account): string {
  const nonce = randomBytes(16).toString('base64url');
  return `${nonce}${signatureOf(nonce, account)}`;
}

function isTokenOf(token: string, account: Account): boolean {
  const expected = Buffer.from(signatureOf(token.slice(0, NONCE_CHARACTERS), account));
  const given = Buffer.from(token.slice(NONCE_CHARACTERS));
  return expected.length === given.length && timingSafeEqual(expected, given);
}

// The password hash is the key, so nothing else must be stored, and a new password invalidates all
// tokens.
function signatureOf(nonce: string, { id, workspace_id, password_hash }: Account): string {
  return createHmac('sha256', password_hash)
    .update(`device ${workspace_id} ${id} ${nonce}`)
    .digest('base64url');
}
