import type { Reader } from '../../platform/db/reader';
import type { Transaction } from '../../platform/db/transaction';
import { userColumns, type UserRow, usersOfIdentities } from '../auth';
import type { Identity } from './identity-claims';
import { purgeByAge } from '../../platform/db/purge';
import { hashSecret } from '../../shared/tokens';
import type { Logout } from './provider';

/** The link of an account to an identity of a provider. */
export interface IdentityRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly user_id: string;
  readonly issuer: string;
  readonly subject: string;
  /** The hash of the random password that the account was created with; null if it had a password. */
  readonly initial_hash: string | null;
  readonly created_at: string;
}

const maxAccounts = 100;

/**
 * The accounts of an identity in one workspace or in all of them, also deactivated ones, oldest
 * first, at most 100.
 */
export function findLinkedUsers(
  reader: Reader,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
  workspaceId?: string,
): Promise<UserRow[]> {
  return reader.rows<UserRow>((db) => {
    const linked = usersOfIdentities(db).where({ 'oidc_identities.issuer': issuer });
    void linked.where({ 'oidc_identities.subject': subject });
    if (workspaceId !== undefined) void linked.where('oidc_identities.workspace_id', workspaceId);
    return linked
      .orderBy(['oidc_identities.workspace_id'])
      .limit(maxAccounts)
      .select(...userColumns);
  });
}

/** The link of an account, or undefined. */
export function findLink(
  reader: Reader,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<IdentityRow | undefined> {
  return reader.first<IdentityRow>((db) =>
    db('oidc_identities').where({ workspace_id: workspaceId, user_id: userId }),
  );
}

/**
 * Stores a link. Returns false if the account has one, or another account of the workspace has this
 * identity: the unique indexes decide.
 */
export async function insertLink(transaction: Transaction, row: IdentityRow): Promise<boolean> {
  const inserted = await transaction.write((db) =>
    db('oidc_identities').insert(row).onConflict().ignore(),
  );
  return inserted > 0;
}

/** Deletes the link of an account. Returns false if it has none. */
export async function deleteLink(
  transaction: Transaction,
  { workspace_id, id }: Pick<IdentityRow, 'workspace_id' | 'id'>,
): Promise<boolean> {
  const deleted = await transaction.write((db) =>
    db('oidc_identities').where({ workspace_id, id }).delete(),
  );
  return deleted > 0;
}

/** Notes that a logout token is used. Returns false if it was used before. */
export async function useLogoutToken(
  transaction: Transaction,
  { issuer, jti, expiresAt }: Pick<Logout, 'issuer' | 'jti' | 'expiresAt'>,
): Promise<boolean> {
  const token_hash = hashSecret(JSON.stringify([issuer, jti]));
  const inserted = await transaction.write((db) =>
    db('used_logout_tokens')
      .insert({ token_hash, expires_at: expiresAt })
      .onConflict('token_hash')
      .ignore(),
  );
  return inserted > 0;
}

/** Deletes the logout tokens that have expired. */
export const logoutTokenPurge = purgeByAge('used_logout_tokens', 'expires_at', 0);
