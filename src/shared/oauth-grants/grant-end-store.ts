import type { Transaction } from '../../platform/db/transaction';

/** A grant to end. */
export interface EndedGrant {
  readonly id: string;
  readonly client_name: string;
}

/** The agent that a client acts as, or the person who granted it. */
export type GrantOwner = { readonly agent_id: string } | { readonly user_id: string };

/** Locks the grants of an agent or a person that have not ended, in the order of their ids. */
export function lockGrantsOf(
  transaction: Transaction,
  workspaceId: string,
  owner: GrantOwner,
): Promise<EndedGrant[]> {
  return transaction.rows<EndedGrant>((db) =>
    db('oauth_grants')
      .where({ workspace_id: workspaceId, ...owner })
      .whereNull('ended_at')
      .orderBy('id')
      .select('id', 'client_name')
      .forNoKeyUpdate(),
  );
}

/** Ends locked grants and revokes their access tokens. */
export async function endRows(
  transaction: Transaction,
  grants: { readonly workspaceId: string; readonly ids: readonly string[]; readonly now: string },
): Promise<void> {
  const { workspaceId, ids, now } = grants;
  await transaction.write((db) =>
    db('oauth_grants')
      .where({ workspace_id: workspaceId })
      .whereIn('id', [...ids])
      .update({ ended_at: now, expires_at: now }),
  );
  await transaction.write((db) =>
    db('tokens')
      .where({ workspace_id: workspaceId })
      .whereIn('grant_id', [...ids])
      .whereNull('revoked_at')
      .update({ revoked_at: now }),
  );
}
