import type { Reader } from '../../../platform/db/reader';
import type { Sender, TokenRefusal } from '../../../platform/http/exchange';
import type { AgentActor } from '../../../platform/operation';
import {
  findPresentedToken,
  isSecretOf,
  parseAuthorization,
  type PresentedToken,
} from '../../../shared/tokens';

/** A valid bearer token with its agent. */
type ValidToken = PresentedToken & { readonly actor: AgentActor };

/** The result of authentication: a valid token, or the reason to refuse it. */
export type BearerResult =
  | { readonly sender: Sender; readonly token: ValidToken }
  | { readonly sender: Sender; readonly refused: TokenRefusal };

/** Authenticates an `Authorization` header at the time `now` (ISO 8601 UTC). */
export async function authenticateBearer(
  reader: Reader,
  authorization: string,
  now: string,
): Promise<BearerResult> {
  const parts = parseAuthorization(authorization);
  if (parts === undefined) return refusal('malformed', {});
  const { publicId, secret } = parts;
  const token = await findPresentedToken(reader, publicId);
  if (token === undefined) return refusal('unknown', { publicId });
  const { tokenId, actorId } = token;
  if (!isSecretOf(token.secretHash, secret)) return refusal('wrong_secret', { tokenId });
  const sender = { tokenId, actorId };
  if (token.revokedAt !== null) return refusal('revoked', sender);
  if (!hasActor(token)) return refusal('agent_revoked', sender);
  if (token.expiresAt !== null && token.expiresAt <= now) return refusal('expired', sender);
  return { sender, token };
}

function hasActor(token: PresentedToken): token is ValidToken {
  return token.actor !== undefined;
}

function refusal(refused: TokenRefusal, sender: Sender): BearerResult {
  return { sender: { ...sender, refused }, refused };
}
