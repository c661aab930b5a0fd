import { findActorOfAgent } from '../../../shared/actors';
import { endGrant } from '../../../shared/oauth-grants';
import {
  findPresentedToken,
  hashSecret,
  isSecretOf,
  markRevoked,
  parseToken,
} from '../../../shared/tokens';
import { lockGrant } from '../grants/grant-store';
import { findRefresh } from './refresh-store';
import type { TokenContext } from './token-grant';

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
  const row = await findRefresh(transaction, hashSecret(token));
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
  { publicId, secret }: { readonly publicId: string; readonly secret: string },
): Promise<void> {
  const token = await findPresentedToken(transaction, publicId);
  const actor = token?.actor;
  if (token === undefined || actor?.grantId === undefined) return;
  if (!isSecretOf(token.secretHash, secret)) return;
  const grant = await lockGrant(transaction, actor.workspaceId, actor.grantId);
  if (grant?.client_id !== clientId) return;
  await markRevoked(transaction, actor.workspaceId, token.tokenId, now);
}
