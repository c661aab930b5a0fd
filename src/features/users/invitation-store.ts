import type { Knex } from 'knex';
import type { Reader, Transaction } from '../../platform/db/transaction';
import { purgeByAge } from '../../platform/db/purge/purge';

/** An invitation as it is stored; the token itself is not. */
export interface InvitationRow {
  readonly id: string;
  readonly workspace_id: string;
  /** Lower-case. */
  readonly email: string;
  readonly name: string | null;
  readonly role: 'owner' | 'member';
  readonly secret_hash: string;
  readonly created_by_actor_id: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly accepted_at: string | null;
  readonly revoked_at: string | null;
}

/** The invitations that can be accepted now, to page. */
export function openInvitations(db: Knex, workspaceId: string, now: string): Knex.QueryBuilder {
  return db('invitations')
    .where('invitations.workspace_id', workspaceId)
    .whereNull('invitations.accepted_at')
    .whereNull('invitations.revoked_at')
    .where('invitations.expires_at', '>', now);
}

/** The invitation of an id, or undefined. */
export function findInvitation(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<InvitationRow | undefined> {
  return reader.first<InvitationRow>((db) =>
    db('invitations').where({ workspace_id: workspaceId, id }),
  );
}

/** The invitation behind the hash of a token, if it can be accepted now; in whichever workspace it is. */
export function findAcceptable(
  reader: Reader,
  secretHash: string,
  now: string,
): Promise<InvitationRow | undefined> {
  return reader.first<InvitationRow>((db) => acceptable(db, secretHash, now));
}

/** Takes the invitation behind the hash of a token; undefined when somebody else did, or it is over. */
export async function acceptInvitationRow(
  transaction: Transaction,
  secretHash: string,
  now: string,
): Promise<InvitationRow | undefined> {
  const taken = await transaction.write((db) =>
    acceptable(db, secretHash, now).update({ accepted_at: now }),
  );
  if (taken === 0) return undefined;
  return transaction.first<InvitationRow>((db) =>
    db('invitations').where({ secret_hash: secretHash }),
  );
}

/** Stores an invitation. */
export async function insertInvitation(
  transaction: Transaction,
  row: InvitationRow,
): Promise<void> {
  await transaction.write((db) => db('invitations').insert(row));
}

/** Revokes what is open of that id, or for that address; answers how many. */
export function revokeOpen(
  transaction: Transaction,
  workspaceId: string,
  which: { readonly id: string } | { readonly email: string },
  now: string,
): Promise<number> {
  return transaction.write((db) =>
    db('invitations')
      .where({ workspace_id: workspaceId, ...which, accepted_at: null, revoked_at: null })
      .update({ revoked_at: now }),
  );
}

/** The purge of invitations that have expired, whether somebody accepted them or not. */
export const invitationPurge = purgeByAge('invitations', 'expires_at', 0);

function acceptable(db: Knex, secretHash: string, now: string): Knex.QueryBuilder {
  return db('invitations')
    .where({ secret_hash: secretHash, accepted_at: null, revoked_at: null })
    .where('expires_at', '>', now);
}
