/**
 * Tokens: the bearer tokens of agents. Of a token only the hash of its secret is stored; the secret is shown once, to whoever
 * makes it. The agents room offers them to people, the auth room recognises them.
 */
export { hashSecret, isSecretOf, parseAuthorization } from './bearer-token';
export { findTokenAnywhere, type LocatedToken } from './token-lookup';
export { issueToken, type TokenRequest } from './token-issue';
export {
  activateAgent,
  findPresentedToken,
  findToken,
  markRevoked,
  markRotated,
  markUsed,
  revokeTokensOf,
  scopesOf,
  tokenPurge,
  tokensOf,
  tokensOfWorkspace,
  type PresentedToken,
  type TokenRow,
} from './token-store';
