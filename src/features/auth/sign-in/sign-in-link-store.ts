import { purgeByAge } from '../../../platform/db/purge';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import { addMilliseconds, MINUTE } from '../../../platform/time';
import { emit, type EventSource } from '../../../shared/events';
import { hashSecret, namedWorkspace, newWorkspaceSecret } from '../../../shared/tokens';
import type { UserRow } from '../accounts/user-store';

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
