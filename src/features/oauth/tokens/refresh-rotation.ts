import { limits } from '../../../../generated/limits';
import { SECOND, addMilliseconds } from '../../../platform/time';
import { hashSecret, scopesOf } from '../../../shared/tokens';
import { endForMisuse } from '../grants/misuse';
import { lockGrant, type GrantRow } from '../grants/grant-store';
import { fault, isFault, type OauthFault } from '../oauth-reply';
import { isOurResource } from '../oauth-server';
import { readScopes } from '../scopes';
import { newKey, successorOf } from '../secrets';
import { foreignResource, type TokenRequest } from './code-redemption';
import { findRefresh, insertRefresh, updateRefresh, type RefreshRow } from './refresh-store';
import {
  consentEnd,
  issueTokens,
  refreshExpiry,
  type TokenContext,
  type Tokens,
} from './token-grant';

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
  const hash = hashSecret(token);
  const found = await findRefresh(transaction, hash);
  if (found === undefined) return notValid;
  const grant = await lockGrant(transaction, found.workspace_id, found.grant_id);
  if (grant === undefined || grant.ended_at !== null || grant.client_id !== clientId) {
    return notValid;
  }
  // The row may have changed until the lock was free.
  const row = await findRefresh(transaction, hash);
  if (row === undefined || row.expires_at <= now || consentEnd(grant) <= now) return notValid;
  const foreign = form.all('resource').some((resource) => !isOurResource(resource, server));
  if (foreign) return foreignResource;
  if (grant.audience !== server.resource) return notValid;
  const read = readScopes(form.get('scope'), scopesOf(grant.scopes));
  if (isFault(read)) return read;
  const successor = await successorFor(context, grant, row, token);
  if (successor === undefined) {
    await endIfStolen(context, grant, row);
    return notValid;
  }
  return issueTokens(context, grant, {
    scopes: read.scopes,
    refreshToken: successor,
    isFirst: false,
  });
}

const notValid = fault('invalid_grant', 'The refresh token is not valid, or no longer valid.');

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
