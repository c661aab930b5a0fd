import type { Knex } from 'knex';
import { hasAuthorizedCreator } from '../auth';
import type { Reader } from '../../platform/db/reader';
import type { Transaction } from '../../platform/db/transaction';
import type { Role } from '../../platform/operation';
import { purgeByAge } from '../../platform/db/purge';
import { hashSecret, namedWorkspace } from '../../shared/tokens';

/** A stored invitation, without the token itself. */
export interface InvitationRow {
  readonly id: string;
  readonly workspace_id: string;
  /** Lower-case. */
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly secret_hash: string;
  readonly created_by_actor_id: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly accepted_at: string | null;
  readonly revoked_at: string | null;
}

/** A query for the invitations that can be accepted now. */
export function openInvitations(db: Knex, workspaceId: string, now: string): Knex.QueryBuilder {
  return db('invitations')
    .where('invitations.workspace_id', workspaceId)
    .whereNull('invitations.accepted_at')
    .whereNull('invitations.revoked_at')
    .where('invitations.expires_at', '>', now)
    .where(hasAuthorizedCreator(db, 'invitations'));
}

/** The invitation with the id, or undefined. */
export function findInvitation(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<InvitationRow | undefined> {
  return reader.first<InvitationRow>((db) =>
    db('invitations').where({ workspace_id: workspaceId, id }),
  );
}

/** The invitation of the token, if it can be accepted now. */
export function findAcceptable(
  reader: Reader,
  token: string,
  now: string,
): Promise<InvitationRow | undefined> {
  return reader.first<InvitationRow>((db) => acceptable(db, token, now));
}

/**
 * Accepts the invitation of the token. Returns undefined when it can no longer be accepted:
 * it was used or revoked, has expired, or its creator is no longer an owner.
 */
export async function acceptInvitationRow(
  transaction: Transaction,
  token: string,
  now: string,
): Promise<InvitationRow | undefined> {
  const updated = await transaction.write((db) =>
    acceptable(db, token, now).update({ accepted_at: now }),
  );
  if (updated === 0) return undefined;
  return transaction.first<InvitationRow>((db) => db('invitations').where(keyOf(token)));
}

/** Stores an invitation. */
export async function insertInvitation(
  transaction: Transaction,
  row: InvitationRow,
): Promise<void> {
  await transaction.write((db) => db('invitations').insert(row));
}

/** Revokes the open invitations with the id or the address, and returns their number. */
export function revokeOpen(
  transaction: Transaction,
  workspaceId: string,
  key: { readonly id: string } | { readonly email: string },
  now: string,
): Promise<number> {
  return transaction.write((db) =>
    db('invitations')
      .where({ workspace_id: workspaceId, ...key, accepted_at: null, revoked_at: null })
      .update({ revoked_at: now }),
  );
}

/** Deletes expired invitations, accepted or not. */
export const invitationPurge = purgeByAge('invitations', 'expires_at', 0);

function keyOf(token: string) {
  return { ...namedWorkspace(token), secret_hash: hashSecret(token) };
}

function acceptable(db: Knex, token: string, now: string): Knex.QueryBuilder {
  return db('invitations')
    .where({ ...keyOf(token), accepted_at: null, revoked_at: null })
    .where('expires_at', '>', now)
    .where(hasAuthorizedCreator(db, 'invitations'));
}
