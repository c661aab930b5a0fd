import { randomBytes } from 'node:crypto';
import { emit } from '../../../shared/events';
import type { Transaction } from '../../../platform/db/transaction';
import type { PublicContext } from '../../../platform/operation';
import { hashSecret } from '../../../shared/tokens';
import { findDeviceToken, rememberDevice } from './known-device';
import { secondsUntil, sessionEnd } from './session-end-rules';
import { insertSession } from './session-store';
import { toSession } from '../accounts/user-mapping';
import { userActor, type UserRow } from '../accounts/user-store';
import { getWorkspaceRow } from '../workspaces/workspace-operations';

/**
 * Starts a session and returns the reply of a sign-in: 201 with the session cookie, of which only
 * the hash is stored, and the device cookie. `failures` is the number of failed attempts since the
 * last successful one.
 */
export async function startSession(
  { transaction, now, newId, deviceTokens }: PublicContext & { readonly transaction: Transaction },
  user: UserRow,
  sessionDays: number,
  failures = 0,
) {
  const value = randomBytes(32).toString('base64url');
  const id = newId('ses');
  const expiresAt = sessionEnd(now, now, sessionDays);
  await insertSession(transaction, {
    workspaceId: user.workspace_id,
    id,
    userId: user.id,
    idHash: hashSecret(value),
    now,
    expiresAt,
  });
  emit(
    { transaction, now, newId, workspaceId: user.workspace_id, actor: userActor(user, id) },
    {
      kind: 'session.created',
      subject: { type: 'user', id: user.id, title: user.name },
      summary: summaryOf(user, findDeviceToken(deviceTokens, user) !== undefined, failures),
    },
  );
  return {
    status: 201,
    body: toSession(user, await getWorkspaceRow(transaction, user.workspace_id), expiresAt),
    headers: { Location: '/v1/session' },
    signedIn: user.actor_id,
    deviceTokens: rememberDevice(deviceTokens, user),
    cookie: { value, maxAgeSeconds: secondsUntil(expiresAt, now) },
  } as const;
}

function summaryOf({ name }: UserRow, isKnownDevice: boolean, failures: number): string {
  const where = isKnownDevice ? '' : ' from a new device';
  const after = failures === 0 ? '' : ` after ${failures} failed attempt${failures > 1 ? 's' : ''}`;
  return `${name} signed in${where}${after}.`;
}
