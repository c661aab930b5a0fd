import type { Transaction } from '../../platform/db/transaction';
import type { Scope } from '../../platform/operation';
import { formatToken, hashSecret, newTokenParts } from './bearer-token';
import { insertToken, type TokenRow } from './token-store';

/** The properties of a new token. */
export interface TokenRequest {
  readonly workspaceId: string;
  readonly agentId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** ISO 8601 UTC; null if the token never expires. */
  readonly expiresAt: string | null;
  readonly createdByActorId: string;
  /** The grant and the resource of an access token of OAuth. */
  readonly grant?: { readonly id: string; readonly audience: string };
  readonly now: string;
  readonly newId: (prefix: string) => string;
}

/**
 * Creates and stores a token. Only the returned token contains the secret; the row has its hash.
 */
export async function issueToken(
  transaction: Transaction,
  request: TokenRequest,
): Promise<{ token: string; row: Omit<TokenRow, 'scopes'> & { scopes: readonly Scope[] } }> {
  const parts = newTokenParts();
  const row = {
    id: request.newId('tok'),
    workspace_id: request.workspaceId,
    agent_id: request.agentId,
    public_id: parts.publicId,
    name: request.name,
    scopes: request.scopes,
    expires_at: request.expiresAt,
    last_used_at: null,
    revoked_at: null,
    rotated_at: null,
    created_by_actor_id: request.createdByActorId,
    created_at: request.now,
    grant_id: request.grant?.id ?? null,
    audience: request.grant?.audience ?? null,
  };
  await insertToken(transaction, { ...row, secret_hash: hashSecret(parts.secret) });
  return { token: formatToken(parts), row };
}
