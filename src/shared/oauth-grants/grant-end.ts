import { emit, type EventSource } from '../events';
import { endRows, lockGrantsOf, type EndedGrant, type GrantOwner } from './grant-end-store';

export type { EndedGrant } from './grant-end-store';

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
