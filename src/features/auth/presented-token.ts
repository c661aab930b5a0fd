import type { Reader } from '../../platform/db/transaction';
import type { Sender, TokenRefusal } from '../../platform/http/exchange';
import type { AgentActor } from '../../platform/operation';
import {
  findPresentedToken,
  isSecretOf,
  parseAuthorization,
  type PresentedToken,
} from '../../shared/tokens';

/** A bearer token that works, with its agent. */
type WorkingToken = PresentedToken & { readonly actor: AgentActor };

/** What an `Authorization` header proves: a token that works, or a reason to refuse it. */
export type Presented =
  | { readonly sender: Sender; readonly token: WorkingToken }
  | { readonly sender: Sender; readonly refused: TokenRefusal };

/** Holds an `Authorization` header against the stored tokens at a moment (ISO 8601 UTC). */
export async function readBearer(
  reader: Reader,
  authorization: string,
  now: string,
): Promise<Presented> {
  const parts = parseAuthorization(authorization);
  if (parts === undefined) return refusal('malformed', {});
  const { publicId, secret } = parts;
  const token = await findPresentedToken(reader, publicId);
  if (token === undefined) return refusal('unknown', { publicId });
  const { tokenId, actorId, actor } = token;
  if (!isSecretOf(token.secretHash, secret)) return refusal('wrong_secret', { tokenId });
  const sender = { tokenId, actorId };
  if (token.revokedAt !== null) return refusal('revoked', sender);
  if (actor === undefined) return refusal('agent_revoked', sender);
  if (token.expiresAt !== null && token.expiresAt <= now) return refusal('expired', sender);
  return { sender, token: { ...token, actor } };
}

function refusal(refused: TokenRefusal, sender: Sender): Presented {
  return { sender: { ...sender, refused }, refused };
}
