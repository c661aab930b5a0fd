import { limits } from '../../../../generated/limits';
import type { Transaction } from '../../../platform/db/transaction';
import type { Scope } from '../../../platform/operation';
import { addMilliseconds, SECOND } from '../../../platform/time';
import { findActorOfAgent, findSystemActor } from '../../../shared/actors';
import { endGrant } from '../../../shared/oauth-grants';
import {
  findPresentedToken,
  isTokenOf,
  issueToken,
  limitAccessTokens,
  markRevoked,
  parseToken,
  type TokenParts,
} from '../../../shared/tokens';
import { findUser } from '../../auth';
import { extendClient } from '../clients/client-store';
import { type GrantRow, hasRefresh, lockGrant, markIssued } from '../grants/grant-store';
import { findRefresh } from './token-store';

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

/** Ends a locked grant because one of its secrets was misused, by the system actor. */
export async function endForMisuse(
  { transaction, now, newId }: TokenContext,
  grant: GrantRow,
  reason: string,
): Promise<void> {
  const { workspace_id: workspaceId } = grant;
  const actor = await findSystemActor(transaction, workspaceId);
  if (actor === undefined) throw new Error(`${workspaceId} has no system actor.`);
  await endGrant({ transaction, workspaceId, actor, now, newId }, grant, `Ended: ${reason}.`);
}

/**
 * Revokes a token that a client presents: a refresh token with its grant, an access token alone.
 * Does nothing for a token of another client.
 */
export async function revokePresented(
  context: TokenContext,
  clientId: string,
  token: string,
): Promise<void> {
  const parts = parseToken(token);
  await (parts === undefined
    ? revokeRefresh(context, clientId, token)
    : revokeAccess(context, clientId, parts));
}

async function revokeRefresh(
  context: TokenContext,
  clientId: string,
  token: string,
): Promise<void> {
  const { transaction, now, newId } = context;
  const row = await findRefresh(transaction, token);
  if (row === undefined) return;
  const { workspace_id: workspaceId } = row;
  const grant = await lockGrant(transaction, workspaceId, row.grant_id);
  if (grant === undefined || grant.ended_at !== null || grant.client_id !== clientId) return;
  const actor = await findActorOfAgent(transaction, workspaceId, grant.agent_id);
  if (actor === undefined) throw new Error(`${grant.agent_id} has no actor.`);
  await endGrant(
    { transaction, workspaceId, actor, now, newId },
    grant,
    `${grant.client_name} ended its connection.`,
  );
}

async function revokeAccess(
  { transaction, now }: TokenContext,
  clientId: string,
  parts: TokenParts,
): Promise<void> {
  const token = await findPresentedToken(transaction, parts);
  const actor = token?.actor;
  if (token === undefined || actor?.grantId === undefined) return;
  if (!isTokenOf(token.secretHash, parts)) return;
  const grant = await lockGrant(transaction, actor.workspaceId, actor.grantId);
  if (grant?.client_id !== clientId) return;
  await markRevoked(transaction, actor.workspaceId, token.tokenId, now);
}
