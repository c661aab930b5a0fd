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

/** When the last refresh token of a grant expires, however often the client refreshes. */
export function consentEnd({ created_at: consentedAt }: Pick<GrantRow, 'created_at'>): string {
  return addMilliseconds(consentedAt, limits.oauth_consent_seconds * SECOND);
}

/** When a refresh token of a grant that is created now expires. */
export function refreshExpiry(grant: Pick<GrantRow, 'created_at'>, now: string): string {
  const unused = addMilliseconds(now, limits.oauth_refresh_token_seconds * SECOND);
  const latest = consentEnd(grant);
  return unused < latest ? unused : latest;
}

/**
 * Issues an access token of a locked grant, which is a token of the agent that is valid at the
 * grant's resource only, and keeps the grant as long as its tokens, and its client.
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
  const refreshEnd = hasRefresh(grant) ? refreshExpiry(grant, now) : accessExpiry;
  await markIssued(transaction, grant, {
    expires_at: refreshEnd > accessExpiry ? refreshEnd : accessExpiry,
    last_token_at: now,
    ...(issued.isFirst && { redeemed_at: now }),
  });
  await extendClient(transaction, grant.client_id, now);
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
    ...(issued.refreshToken !== undefined && { refresh_token: issued.refreshToken }),
    scope: issued.scopes.join(' '),
  };
}
