import { limits } from '../../../../generated/limits';
import type { Transaction } from '../../../platform/db/transaction';
import type { Scope } from '../../../platform/operation';
import { SECOND, addMilliseconds } from '../../../platform/time';
import { limitAccessTokens, issueToken } from '../../../shared/tokens';
import { findUser } from '../../auth';
import { extendClient } from '../clients/client-store';
import { hasRefresh, markIssued, type GrantRow } from '../grants/grant-store';

/** The transaction, the time and new ids of a request for tokens. */
export interface TokenContext {
  readonly transaction: Transaction;
  readonly now: string;
  readonly newId: (prefix: string) => string;
}

/** The tokens of a response (RFC 6749, 5.1). */
export interface Tokens {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token?: string;
  readonly scope: string;
}

const ACCESS_SECONDS = 3600;

/** When a refresh token that is created now expires. */
export function refreshExpiry(now: string): string {
  return addMilliseconds(now, limits.oauth_refresh_token_seconds * SECOND);
}

/**
 * Issues an access token of a locked grant, which is a token of the agent that is valid at the
 * grant's resource only, and keeps the grant and its client as long as its tokens.
 */
export async function issueTokens(
  { transaction, now, newId }: TokenContext,
  grant: GrantRow,
  issued: {
    readonly scopes: readonly Scope[];
    readonly refreshToken: string | undefined;
    readonly isFirst: boolean;
  },
): Promise<Tokens> {
  const { workspace_id: workspaceId, audience } = grant;
  const accessExpiry = addMilliseconds(now, ACCESS_SECONDS * SECOND);
  await limitAccessTokens(transaction, grant, now);
  const person = await findUser(transaction, { workspaceId, userId: grant.user_id });
  if (person === undefined) throw new Error(`${grant.id} has no person.`);
  const { token } = await issueToken(transaction, {
    workspaceId,
    agentId: grant.agent_id,
    name: grant.client_name,
    scopes: issued.scopes,
    expiresAt: accessExpiry,
    createdByActorId: person.actor_id,
    grant: { id: grant.id, audience },
    now,
    newId,
  });
  const expiresAt = hasRefresh(grant) ? refreshExpiry(now) : accessExpiry;
  await markIssued(transaction, grant, {
    expires_at: expiresAt,
    last_token_at: now,
    ...(issued.isFirst && { redeemed_at: now }),
  });
  await extendClient(transaction, grant.client_id, expiresAt);
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
    ...(issued.refreshToken !== undefined && { refresh_token: issued.refreshToken }),
    scope: issued.scopes.join(' '),
  };
}
