import { isRecord } from '../../../platform/json';
import type { Scope } from '../../../platform/operation';
import { nameOf, type OauthClient, refreshes } from '../clients/client-store';
import { isLocalOnly, matchesRedirectUri } from '../clients/registration-rules';
import {
  fault,
  type Form,
  isFault,
  type OauthFault,
  withParameters,
  isOurResource,
  type OauthServer,
  readScopes,
  withRead,
} from '../oauth-server';

/** Where a response to the client goes. */
interface ReturnAddress {
  readonly redirectUri: string;
  readonly state: string | undefined;
}

/** What a client asks a person for; stored with the ticket of the page. */
export interface AuthorizationRequest extends ReturnAddress {
  readonly clientId: string;
  readonly clientName: string;
  readonly clientHost: string | null;
  readonly refreshes: boolean;
  /** Whether all redirect URIs of the client are on the person's computer. */
  readonly localOnly: boolean;
  readonly scopes: readonly Scope[];
  readonly codeChallenge: string;
  readonly resource: string;
}

const single = [
  'client_id',
  'redirect_uri',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'state',
  'scope',
];

/**
 * The place that a response may be sent to; undefined if the redirect URI is not the client's, so
 * that nothing is ever sent to it.
 */
export function returnAddressOf(client: OauthClient, form: Form): ReturnAddress | undefined {
  const redirectUri = form.get('redirect_uri');
  if (redirectUri === undefined || form.repeated(['redirect_uri', 'client_id']) !== undefined) {
    return undefined;
  }
  if (!matchesRedirectUri(client.metadata.redirectUris, redirectUri)) return undefined;
  return { redirectUri, state: form.get('state') };
}

/** Judges the parameters of a request whose return address is known. */
export function readRequest(
  client: OauthClient,
  address: ReturnAddress,
  form: Form,
  server: OauthServer,
): AuthorizationRequest | OauthFault {
  const unusable = form.faultOf(single);
  if (unusable !== undefined) return unusable;
  const responseType = form.get('response_type');
  if (responseType === undefined) return fault('invalid_request', 'response_type is missing.');
  if (responseType !== 'code') {
    return fault('unsupported_response_type', 'response_type must be code.');
  }
  const codeChallenge = form.get('code_challenge');
  if (codeChallenge === undefined) return fault('invalid_request', 'code_challenge is missing.');
  if (form.get('code_challenge_method') !== 'S256') {
    return fault('invalid_request', 'code_challenge_method must be S256.');
  }
  if (!/^[A-Za-z0-9_-]{43}$/.test(codeChallenge)) {
    return fault('invalid_request', 'code_challenge must be a SHA-256 in Base64url.');
  }
  if (form.all('resource').some((resource) => !isOurResource(resource, server))) {
    return fault('invalid_target', `resource must be ${server.resource}.`);
  }
  const read = readScopes(form.get('scope'), client.metadata.scopes);
  if (isFault(read)) return read;
  return {
    ...address,
    clientId: client.id,
    clientName: nameOf(client),
    clientHost: client.host,
    refreshes: refreshes(client),
    localOnly: isLocalOnly(client.metadata.redirectUris),
    scopes: withRead(read.scopes),
    codeChallenge,
    resource: server.resource,
  };
}

/** Reads a stored request. */
export function parseRequest(text: string): AuthorizationRequest {
  const value: unknown = JSON.parse(text);
  if (!isStored(value)) throw new Error('A ticket does not contain a request.');
  return value;
}

function isStored(value: unknown): value is AuthorizationRequest {
  return isRecord(value) && 'redirectUri' in value && 'codeChallenge' in value;
}

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
