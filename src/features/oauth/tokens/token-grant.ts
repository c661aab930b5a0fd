import { limits } from '../../../../generated/limits';
import type { Transaction } from '../../../platform/db/transaction';
import type { Scope } from '../../../platform/operation';
import { addMilliseconds, SECOND } from '../../../platform/time';
import { findActorOfAgent, findSystemActor } from '../../../shared/actor-store';
import { endGrant } from '../../../shared/oauth-grant-store';
import {
  findPresentedToken,
  isTokenOf,
  issueToken,
  limitAccessTokens,
  markRevoked,
  parseToken,
  type TokenParts,
  hashSecret,
  newWorkspaceSecret,
  scopesOf,
} from '../../../shared/tokens';
import { findUser } from '../../auth';
import { extendClient } from '../clients/client-store';
import { type GrantRow, hasRefresh, lockGrant, markIssued } from '../grants/grant-store';
import {
  fault,
  type Form,
  isFault,
  type OauthFault,
  isOurResource,
  type OauthServer,
  narrowScopes,
} from '../oauth-server';
import { isVerifierOf, newKey, successorOf } from '../secrets';
import {
  findRefresh,
  findCode,
  insertRefresh,
  markRedeemed,
  type RefreshRow,
  updateRefresh,
} from './token-store';

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
function consentEnd({ created_at: consentedAt }: Pick<GrantRow, 'created_at'>): string {
  return addMilliseconds(consentedAt, limits.oauth_consent_seconds * SECOND);
}

/** When a refresh token of a grant that is created now expires. */
function refreshExpiry(grant: Pick<GrantRow, 'created_at'>, now: string): string {
  const unused = addMilliseconds(now, limits.oauth_refresh_token_seconds * SECOND);
  const latest = consentEnd(grant);
  return unused < latest ? unused : latest;
}

/**
 * Issues an access token of a locked grant, which is a token of the agent that is valid at the
 * grant's resource only, and keeps the grant as long as its tokens, and its client.
 */
async function issueTokens(
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
async function endForMisuse(
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

/**
 * Replaces a refresh token. Clients lose responses and repeat themselves, several times in a second
 * and minutes later, so every use of a token has the same successor until the successor is used, or
 * for 24 hours: one chain of tokens, never branches. Requests wait for the row of the grant. A token
 * that comes when its successor has been used for a minute was copied, so it ends the grant. A
 * returned refusal must be committed.
 */
export async function rotateRefresh(
  context: TokenContext,
  { clientId, form, server }: TokenRequest,
): Promise<Tokens | OauthFault> {
  const { transaction, now } = context;
  const token = form.get('refresh_token');
  if (token === undefined) return fault('invalid_request', 'refresh_token is missing.');
  const found = await findRefresh(transaction, token);
  if (found === undefined) return refreshNotValid;
  const grant = await lockGrant(transaction, found.workspace_id, found.grant_id);
  if (grant === undefined || grant.ended_at !== null || grant.client_id !== clientId) {
    return refreshNotValid;
  }
  // The row may have changed until the lock was free.
  const row = await findRefresh(transaction, token);
  if (row === undefined || row.expires_at <= now || consentEnd(grant) <= now)
    return refreshNotValid;
  const foreign = form.all('resource').some((resource) => !isOurResource(resource, server));
  if (foreign) return foreignResource;
  if (grant.audience !== server.resource) return refreshNotValid;
  const read = narrowScopes(form.get('scope'), scopesOf(grant.scopes));
  if (isFault(read)) return read;
  const successor = await successorFor(context, grant, row, token);
  if (successor === undefined) {
    await endIfStolen(context, grant, row);
    return refreshNotValid;
  }
  return issueTokens(context, grant, {
    scopes: read.scopes,
    refreshToken: successor,
    isFirst: false,
  });
}

const refreshNotValid = fault(
  'invalid_grant',
  'The refresh token is not valid, or no longer valid.',
);

/** The successor of a token; undefined if it may not be answered any more. */
async function successorFor(
  { transaction, now, newId }: TokenContext,
  grant: GrantRow,
  row: RefreshRow,
  token: string,
): Promise<string | undefined> {
  if (row.used_at === null) {
    const key = newKey();
    const successor = successorOf(token, key);
    await updateRefresh(transaction, row, { used_at: now, successor_key: key });
    await insertRefresh(transaction, {
      id: newId('ort'),
      workspace_id: grant.workspace_id,
      token_hash: hashSecret(successor),
      grant_id: grant.id,
      predecessor_id: row.id,
      created_at: now,
      expires_at: refreshExpiry(grant, now),
    });
    if (row.predecessor_id !== null) {
      const predecessor = { workspace_id: row.workspace_id, id: row.predecessor_id };
      await updateRefresh(transaction, predecessor, {
        successor_key: null,
        successor_used_at: now,
      });
    }
    return successor;
  }
  if (row.successor_key === null) return undefined;
  const lastRepeat = addMilliseconds(row.used_at, limits.oauth_repeat_seconds * SECOND);
  if (now <= lastRepeat) return successorOf(token, row.successor_key);
  await updateRefresh(transaction, row, { successor_key: null });
  return undefined;
}

async function endIfStolen(context: TokenContext, grant: GrantRow, row: RefreshRow): Promise<void> {
  const { successor_used_at: usedAt } = row;
  if (usedAt === null) return;
  if (context.now <= addMilliseconds(usedAt, limits.oauth_reuse_seconds * SECOND)) return;
  await endForMisuse(context, grant, 'a replaced refresh token was used again');
}

/** A request to the token endpoint by an authenticated client. */
export interface TokenRequest {
  readonly clientId: string;
  readonly form: Form;
  readonly server: OauthServer;
}

/**
 * Redeems a code. Of several redemptions one succeeds: they wait for the row of the grant, and a
 * conditional update decides. A second use of a code, or a use with a wrong verifier, shows that
 * the code has leaked, so it ends the grant with its tokens (RFC 6749, 4.1.2 and 10.5). A
 * returned refusal must be committed.
 */
export async function redeemCode(
  context: TokenContext,
  { clientId, form, server }: TokenRequest,
): Promise<Tokens | OauthFault> {
  const { transaction, now, newId } = context;
  const given = form.get('code');
  if (given === undefined) return fault('invalid_request', 'code is missing.');
  const found = await findCode(transaction, given);
  if (found === undefined) return codeNotValid;
  const grant = await lockGrant(transaction, found.workspace_id, found.grant_id);
  if (grant === undefined || grant.ended_at !== null) return codeNotValid;
  // Another request may have redeemed the code until the lock was free.
  const code = await findCode(transaction, given);
  if (code === undefined) return codeNotValid;
  if (code.redeemed_at !== null) return endForSecondUse(context, grant);
  // A request without a verifier proves nothing and tries nothing, so it ends nothing.
  const missing = ['code_verifier', 'redirect_uri'].find((name) => form.get(name) === undefined);
  if (missing !== undefined) return fault('invalid_request', `${missing} is missing.`);
  if (!isVerifierOf(code.code_challenge, form.get('code_verifier'))) {
    await endForMisuse(context, grant, 'a code was sent with a wrong verifier');
    return fault('invalid_grant', 'code_verifier does not match the challenge.');
  }
  if (grant.client_id !== clientId) return codeNotValid;
  if (form.get('redirect_uri') !== code.redirect_uri) {
    return fault('invalid_grant', 'redirect_uri is not the one that the code was sent to.');
  }
  if (code.expires_at <= now) return codeNotValid;
  const foreign = form.all('resource').some((resource) => !isOurResource(resource, server));
  if (foreign || grant.audience !== server.resource) return foreignResource;
  if (!(await markRedeemed(transaction, code, now))) return codeNotValid;
  const refreshToken = hasRefresh(grant)
    ? newWorkspaceSecret('cbf', grant.workspace_id)
    : undefined;
  if (refreshToken !== undefined) {
    await insertRefresh(transaction, {
      id: newId('ort'),
      workspace_id: grant.workspace_id,
      token_hash: hashSecret(refreshToken),
      grant_id: grant.id,
      predecessor_id: null,
      created_at: now,
      expires_at: refreshExpiry(grant, now),
    });
  }
  return issueTokens(context, grant, {
    scopes: scopesOf(grant.scopes),
    refreshToken,
    isFirst: true,
  });
}

async function endForSecondUse(context: TokenContext, grant: GrantRow): Promise<OauthFault> {
  await endForMisuse(context, grant, 'a code was used twice');
  return codeNotValid;
}

const codeNotValid = fault('invalid_grant', 'The code is not valid, or no longer valid.');

/** The refusal of a resource that is not this server's. */
const foreignResource = fault(
  'invalid_target',
  'resource must be the URL of the MCP endpoint of this server.',
);
