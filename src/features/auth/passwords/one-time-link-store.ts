import type { Knex } from 'knex';
import { purgeByAge } from '../../../platform/db/purge';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import { addMilliseconds, DAY, MINUTE } from '../../../platform/time';
import { emit, type EventSource } from '../../../shared/events';
import { hashSecret, namedWorkspace, newWorkspaceSecret } from '../../../shared/tokens';
import { hasAuthorizedCreator, userColumns, type UserRow, users } from '../accounts/user-store';

/** Milliseconds in which a reset can be used. */
const RESET_VALIDITY = DAY;

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
  const token = newWorkspaceSecret('cbr', user.workspace_id);
  const row: ResetRow = {
    id: newId('pwr'),
    workspace_id: user.workspace_id,
    user_id: user.id,
    secret_hash: hashSecret(token),
    created_by_actor_id: actor.id,
    created_at: now,
    expires_at: addMilliseconds(now, RESET_VALIDITY),
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

/** A stored password reset, without the token itself. */
export interface ResetRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly user_id: string;
  /** SHA-256 of the token. */
  readonly secret_hash: string;
  readonly created_by_actor_id: string;
  readonly created_at: string;
  /** The first instant at which the reset cannot be used. */
  readonly expires_at: string;
  readonly used_at: string | null;
  readonly revoked_at: string | null;
}

/**
 * The person whose password the token may set now, or undefined. Call `redeemReset`
 * within the transaction, because the reset may be used meanwhile.
 */
export function findResetUser(
  reader: Reader,
  token: string,
  now: string,
): Promise<UserRow | undefined> {
  return reader.first<UserRow>((db) =>
    users(
      usable(db, token, now).join('users', (on) => {
        on.on('users.workspace_id', 'password_resets.workspace_id').on(
          'users.id',
          'password_resets.user_id',
        );
      }),
    )
      .whereNull('users.deactivated_at')
      .select(...userColumns),
  );
}

/**
 * Marks the reset as used. Returns false when it is used, revoked or expired, or when its creator
 * is no longer an owner.
 */
export async function redeemReset(
  transaction: Transaction,
  token: string,
  now: string,
): Promise<boolean> {
  const updated = await transaction.write((db) => usable(db, token, now).update({ used_at: now }));
  return updated > 0;
}

/** Stores a reset. The unique index permits one open reset per person, so revoke that one first. */
async function insertReset(transaction: Transaction, row: ResetRow): Promise<void> {
  await transaction.write((db) => db('password_resets').insert(row));
}

/** Revokes the open reset of a person, if there is one. */
export async function revokeReset(
  transaction: Transaction,
  { workspace_id, id }: Pick<UserRow, 'workspace_id' | 'id'>,
  now: string,
): Promise<void> {
  await transaction.write((db) =>
    db('password_resets')
      .where({ workspace_id, user_id: id })
      .whereNull('used_at')
      .whereNull('revoked_at')
      .update({ revoked_at: now }),
  );
}

/** Deletes expired resets, used or not. */
export const resetPurge = purgeByAge('password_resets', 'expires_at', 0);

function usable(db: Knex, token: string, now: string): Knex.QueryBuilder {
  const { workspace_id: workspaceId } = namedWorkspace(token);
  const resets = db('password_resets').where('password_resets.secret_hash', hashSecret(token));
  if (workspaceId !== undefined) void resets.where('password_resets.workspace_id', workspaceId);
  return resets
    .whereNull('password_resets.used_at')
    .whereNull('password_resets.revoked_at')
    .where('password_resets.expires_at', '>', now)
    .where(hasAuthorizedCreator(db, 'password_resets'));
}

/** Milliseconds in which a link can be used. */
const LINK_VALIDITY = 15 * MINUTE;

/** Issues a link by which a locked owner signs in once. Only the hash of its token is stored. */
export async function issueSignInLink(
  source: EventSource & { readonly actor: { readonly name: string } },
  user: UserRow,
): Promise<{ readonly token: string; readonly expiresAt: string }> {
  const { transaction, now, actor } = source;
  const token = newWorkspaceSecret('cbl', user.workspace_id);
  const expiresAt = addMilliseconds(now, LINK_VALIDITY);
  await transaction.write((db) =>
    db('sign_in_links').insert({
      secret_hash: hashSecret(token),
      workspace_id: user.workspace_id,
      user_id: user.id,
      expires_at: expiresAt,
    }),
  );
  emit(source, {
    kind: 'user.sign_in_link_created',
    subject: { type: 'user', id: user.id, title: user.name },
    summary: `${actor.name} created a link to sign in once for ${user.name}, on the command line.`,
  });
  return { token, expiresAt };
}

/** The keys of the person whom a link signs in now, or undefined. */
export function findSignInLink(
  reader: Reader,
  token: string,
  now: string,
): Promise<(Pick<UserRow, 'workspace_id'> & { readonly user_id: string }) | undefined> {
  return reader.first((db) =>
    db('sign_in_links')
      .where({
        secret_hash: hashSecret(token),
        workspace_id: namedWorkspace(token).workspace_id ?? '',
      })
      .whereNull('used_at')
      .where('expires_at', '>', now)
      .select('workspace_id', 'user_id'),
  );
}

/** Marks a link as used. Returns false if it is used or expired: the database decides. */
export async function redeemSignInLink(
  transaction: Transaction,
  token: string,
  now: string,
): Promise<boolean> {
  const updated = await transaction.write((db) =>
    db('sign_in_links')
      .where({
        secret_hash: hashSecret(token),
        workspace_id: namedWorkspace(token).workspace_id ?? '',
      })
      .whereNull('used_at')
      .where('expires_at', '>', now)
      .update({ used_at: now }),
  );
  return updated > 0;
}

/** Deletes expired links, used or not. */
export const signInLinkPurge = purgeByAge('sign_in_links', 'expires_at', 0);
