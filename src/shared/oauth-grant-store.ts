/**
 * Grants of OAuth: a person lets a client of the MCP endpoint act as one agent. The oauth feature
 * creates them and issues their tokens. They end with the agent, the person and the person's
 * password, so the features that end those end the grants too. Emits oauth_grant.revoked.
 */
import type { Transaction } from '../platform/db/transaction';
import { emit, type EventSource } from './events';

/**
 * Ends all grants of an agent or a person with their tokens, at once. `reason` is a sentence for
 * the events. The agent's or the person's row must be locked.
 */
export async function endGrantsOf(
  source: EventSource,
  owner: GrantOwner,
  reason: string,
): Promise<void> {
  const { transaction, workspaceId } = source;
  const grants = await lockGrantsOf(transaction, workspaceId, owner);
  await endAll(source, grants, reason);
}

/** Ends one locked grant with its tokens, and emits its event with `reason` as the summary. */
export function endGrant(source: EventSource, grant: EndedGrant, reason: string): Promise<void> {
  return endAll(source, [grant], reason);
}

async function endAll(
  source: EventSource,
  grants: readonly EndedGrant[],
  reason: string,
): Promise<void> {
  if (grants.length === 0) return;
  const { transaction, workspaceId, now } = source;
  const ids = grants.map(({ id }) => id);
  await endRows(transaction, { workspaceId, ids, now });
  emit(
    source,
    ...grants.map(({ id, client_name: title }) => ({
      kind: 'oauth_grant.revoked' as const,
      subject: { type: 'oauth_grant' as const, id, title },
      summary: reason,
    })),
  );
}

/** A grant to end. */
interface EndedGrant {
  readonly id: string;
  readonly client_name: string;
}

/** The agent that a client acts as, or the person who granted it. */
type GrantOwner = { readonly agent_id: string } | { readonly user_id: string };

/** Locks the grants of an agent or a person that have not ended, in the order of their ids. */
function lockGrantsOf(
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
async function endRows(
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
