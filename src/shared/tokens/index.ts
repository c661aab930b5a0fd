/**
 * Tokens: the bearer tokens of agents. The database stores only the hash of a secret; the response
 * that creates a token shows the secret once. The agents feature manages tokens, and the auth
 * feature authenticates requests with them.
 */
export { accessTokenPurge, limitAccessTokens, lockExpiringTokens } from './expiring-token-store';
export {
  hashSecret,
  isSecretOf,
  issueToken,
  parseAuthorization,
  parseToken,
  type TokenRequest,
} from './bearer-token';
export { findTokenAnywhere, type LocatedToken } from './token-lookup';
export {
  activateAgent,
  findPresentedToken,
  findToken,
  findTokensCreatedBy,
  markRevoked,
  markRotated,
  markUsed,
  revokeTokensOf,
  scopesOf,
  tokenPurge,
  tokensOf,
  tokensOfWorkspace,
  type CreatedToken,
  type PresentedToken,
  type TokenRow,
} from './token-store';
