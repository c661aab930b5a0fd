import type { Knex } from 'knex';
import { lockAgent } from '../../../shared/actor-store';
import { checkOpenForClient } from '../../../shared/closed-workspaces-store';
import { bool, jsonText } from '../../../platform/db/statements/columns';
import { purgeByAge } from '../../../platform/db/purge';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import type { Scope } from '../../../platform/operation';
import { DAY } from '../../../platform/time';

/** A stored grant. Times are ISO 8601 UTC. */
export interface GrantRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly agent_id: string;
  readonly user_id: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly client_host: string | null;
  readonly redirect_host: string;
  readonly scopes: string;
  /** The resource that its access tokens are valid at. */
  readonly audience: string;
  /** Whether the client gets refresh tokens. */
  readonly refreshes: unknown;
  readonly created_at: string;
  /** When its last token expires. */
  readonly expires_at: string;
  /** When its code was redeemed; null before. */
  readonly redeemed_at: string | null;
  readonly last_token_at: string | null;
  readonly ended_at: string | null;
}

/** A grant to store. */
export interface NewGrant {
  readonly id: string;
  readonly workspaceId: string;
  readonly agentId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly clientHost: string | null;
  readonly redirectHost: string;
  readonly scopes: readonly Scope[];
  readonly audience: string;
  readonly refreshes: boolean;
  readonly now: string;
  readonly expiresAt: string;
}

/** Stores a grant whose code has not been redeemed. */
export async function insertGrant(transaction: Transaction, grant: NewGrant): Promise<void> {
  await transaction.write((db) =>
    db('oauth_grants').insert({
      workspace_id: grant.workspaceId,
      id: grant.id,
      agent_id: grant.agentId,
      user_id: grant.userId,
      client_id: grant.clientId,
      client_name: grant.clientName,
      client_host: grant.clientHost,
      redirect_host: grant.redirectHost,
      scopes: jsonText(grant.scopes),
      audience: grant.audience,
      refreshes: grant.refreshes,
      created_at: grant.now,
      expires_at: grant.expiresAt,
    }),
  );
}

/** Whether the client of a grant gets refresh tokens. */
export function hasRefresh({ refreshes }: GrantRow): boolean {
  return bool(refreshes);
}

/** The grants of a workspace that are in use at `now`, to count and page. */
export function grantsOf(db: Knex, workspaceId: string, now: string): Knex.QueryBuilder {
  return db('oauth_grants')
    .where({ 'oauth_grants.workspace_id': workspaceId })
    .whereNotNull('oauth_grants.redeemed_at')
    .whereNull('oauth_grants.ended_at')
    .where('oauth_grants.expires_at', '>', now);
}

/**
 * Locks a grant until the transaction ends, and returns it; undefined without one. Throws if the
 * workspace is closed. The agent is locked first, as its revocation does it, so neither waits for
 * the other.
 */
export async function lockGrant(
  transaction: Transaction,
  workspaceId: string,
  id: string,
): Promise<GrantRow | undefined> {
  const found = await findGrant(transaction, workspaceId, id);
  if (found === undefined) return undefined;
  await checkOpenForClient(transaction, workspaceId);
  await lockAgent(transaction, workspaceId, found.agent_id);
  await transaction.lock((db) =>
    db('oauth_grants').where({ workspace_id: workspaceId, id }).select('id').forUpdate(),
  );
  return findGrant(transaction, workspaceId, id);
}

/** The grant of an id, or undefined. */
export function findGrant(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<GrantRow | undefined> {
  return reader.first<GrantRow>((db) =>
    db('oauth_grants').where({ workspace_id: workspaceId, id }).select('oauth_grants.*'),
  );
}

/** Notes that a locked grant got tokens, the last of which expires at `expires_at`. */
export async function markIssued(
  transaction: Transaction,
  { workspace_id, id }: Pick<GrantRow, 'workspace_id' | 'id'>,
  changes: Pick<GrantRow, 'expires_at' | 'last_token_at'> & Partial<Pick<GrantRow, 'redeemed_at'>>,
): Promise<void> {
  await transaction.write((db) => db('oauth_grants').where({ workspace_id, id }).update(changes));
}

/** Deletes grants a day after their last token has expired, with their codes and refresh tokens. */
export const grantPurge = purgeByAge('oauth_grants', 'expires_at', DAY);
