import type { Knex } from 'knex';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import { purgeByAge } from '../../../platform/db/purge';
import { hasAuthorizedCreator } from '../accounts/creator-store';
import { userColumns, users, type UserRow } from '../accounts/user-store';

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
 * The person whose password the token with this hash may set now, or undefined. Call `redeemReset`
 * within the transaction, because the reset may be used meanwhile.
 */
export function findResetUser(
  reader: Reader,
  secretHash: string,
  now: string,
): Promise<UserRow | undefined> {
  return reader.first<UserRow>((db) =>
    users(
      usable(db, secretHash, now).join('users', (on) => {
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
  secretHash: string,
  now: string,
): Promise<boolean> {
  const updated = await transaction.write((db) =>
    usable(db, secretHash, now).update({ used_at: now }),
  );
  return updated > 0;
}

/** Stores a reset. The unique index permits one open reset per person, so revoke that one first. */
export async function insertReset(transaction: Transaction, row: ResetRow): Promise<void> {
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

function usable(db: Knex, secretHash: string, now: string): Knex.QueryBuilder {
  return db('password_resets')
    .where('password_resets.secret_hash', secretHash)
    .whereNull('password_resets.used_at')
    .whereNull('password_resets.revoked_at')
    .where('password_resets.expires_at', '>', now)
    .where(hasAuthorizedCreator(db, 'password_resets'));
}
