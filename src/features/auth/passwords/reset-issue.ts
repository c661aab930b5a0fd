import { randomBytes } from 'node:crypto';
import { emit, type EventSource } from '../../../shared/events';
import { DAY, addMilliseconds } from '../../../platform/time';
import { hashSecret } from '../../../shared/tokens';
import { insertReset, revokeReset, type ResetRow } from './reset-store';
import type { UserRow } from '../accounts/user-store';

/** Milliseconds in which a reset can be used. */
const VALIDITY = DAY;

/** The source of the event, with the actor who issues the reset. */
type Issuer = EventSource & { readonly actor: { readonly id: string; readonly name: string } };

/**
 * Issues a one-time reset for a person, whose row the caller must have locked, and emits its event.
 * Revokes an open reset. Only the hash of the token is stored.
 */
export async function issueReset(
  source: Issuer,
  user: UserRow,
): Promise<{ readonly token: string; readonly row: ResetRow }> {
  const { transaction, now, newId, actor } = source;
  const token = `cbr_${randomBytes(32).toString('hex')}`;
  const row: ResetRow = {
    id: newId('pwr'),
    workspace_id: user.workspace_id,
    user_id: user.id,
    secret_hash: hashSecret(token),
    created_by_actor_id: actor.id,
    created_at: now,
    expires_at: addMilliseconds(now, VALIDITY),
    used_at: null,
    revoked_at: null,
  };
  await revokeReset(transaction, user, now);
  await insertReset(transaction, row);
  emit(source, {
    kind: 'user.password_reset_created',
    subject: { type: 'user', id: user.id, title: user.name },
    summary: `${actor.name} created a password reset for ${user.name}.`,
  });
  return { token, row };
}
