import type { ProtocolReply } from '../../../platform/protocol-operation';
import { redirectReply, withParameters, type OauthFault } from '../oauth-reply';
import type { OauthServer } from '../oauth-server';
import type { ReturnAddress } from './authorization-request';

/** Sends the browser back to the client with a code (RFC 6749, 4.1.2; RFC 9207). */
export function codeReply(
  { redirectUri, state }: ReturnAddress,
  { issuer }: OauthServer,
  code: string,
): ProtocolReply {
  return redirectReply(withParameters(redirectUri, { code, state, iss: issuer }));
}

/** Sends the browser back to the client with an error (RFC 6749, 4.1.2.1). */
export function errorReply(
  { redirectUri, state }: ReturnAddress,
  { issuer }: OauthServer,
  { error, description }: OauthFault,
): ProtocolReply {
  const parameters = { error, error_description: description, state, iss: issuer };
  return redirectReply(withParameters(redirectUri, parameters));
}
