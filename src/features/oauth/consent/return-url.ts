import { withParameters, type OauthFault } from '../oauth-reply';
import type { OauthServer } from '../oauth-server';
import type { ReturnAddress } from './authorization-request';

/** The URL that takes a code to the client (RFC 6749, 4.1.2; RFC 9207). */
export function codeUrl(
  { redirectUri, state }: ReturnAddress,
  { issuer }: OauthServer,
  code: string,
): string {
  return withParameters(redirectUri, { code, state, iss: issuer });
}

/** The URL that takes an error to the client (RFC 6749, 4.1.2.1). */
export function errorUrl(
  { redirectUri, state }: ReturnAddress,
  { issuer }: OauthServer,
  { error, description }: OauthFault,
): string {
  return withParameters(redirectUri, { error, error_description: description, state, iss: issuer });
}
