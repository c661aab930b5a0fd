import type { Knex } from 'knex';
import type { Reader, Transaction } from '../../../platform/db/transaction';
import { purgeByAge } from '../../../platform/db/purge/purge';
import { userColumns, users, type UserRow } from '../user-store';

/** A password reset as it is stored; the token itself is not. */
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
 * The person whose password the token behind the hash may set now, or undefined. The database must
 * be asked again within the transaction, by `takeReset`.
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
 * Marks the reset as used; false when it was used, revoked or expired before, or lost its maker.
 */
export async function redeemReset(
  transaction: Transaction,
  secretHash: string,
  now: string,
): Promise<boolean> {
  const taken = await transaction.write((db) =>
    usable(db, secretHash, now).update({ used_at: now }),
  );
  return taken > 0;
}

/** Stores a reset. The unique index allows one open reset per person, so end that one first. */
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

/** The purge of resets that have expired, used or not. */
export const resetPurge = purgeByAge('password_resets', 'expires_at', 0);

function usable(db: Knex, secretHash: string, now: string): Knex.QueryBuilder {
  return db('password_resets')
    .where('password_resets.secret_hash', secretHash)
    .whereNull('password_resets.used_at')
    .whereNull('password_resets.revoked_at')
    .where('password_resets.expires_at', '>', now)
    .where((reset) => reset.whereExists(ownerWhoMade(db)).orWhereExists(systemWhoMade(db)));
}

// Whoever is no owner any more may have kept tokens, or have made one while losing the role.
function ownerWhoMade(db: Knex): Knex.QueryBuilder {
  return db('users as makers')
    .whereRaw('makers.workspace_id = password_resets.workspace_id')
    .whereRaw('makers.actor_id = password_resets.created_by_actor_id')
    .where('makers.role', 'owner')
    .whereNull('makers.deactivated_at')
    .select(db.raw('1'));
}

function systemWhoMade(db: Knex): Knex.QueryBuilder {
  return db('actors as makers')
    .whereRaw('makers.workspace_id = password_resets.workspace_id')
    .whereRaw('makers.id = password_resets.created_by_actor_id')
    .where('makers.kind', 'system')
    .select(db.raw('1'));
}
