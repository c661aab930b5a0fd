import { isLoopback } from '../../../platform/config';
import { isRecord } from '../../../platform/json';
import { isInvisible } from '../../../platform/name-key';
import type { Scope } from '../../../platform/operation';
import { countCharacters } from '../../../platform/text-length';

const MAX_NAME = 100;

/** How a client authenticates at the token endpoint. */
export const authMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const;
export type AuthMethod = (typeof authMethods)[number];

const grantTypes = ['authorization_code', 'refresh_token'] as const;
const responseTypes = ['code'] as const;
const scopes = ['read', 'write'] as const satisfies readonly Scope[];

/** What the service knows about a client (RFC 7591, section 2). */
export interface ClientMetadata {
  /** A text of one line; null if the client has no name. Anyone may claim any name. */
  readonly clientName: string | null;
  /** At least one, all of them allowed by `checkRedirectUri`. */
  readonly redirectUris: readonly string[];
  readonly authMethod: AuthMethod;
  readonly grantTypes: readonly (typeof grantTypes)[number][];
  readonly responseTypes: readonly (typeof responseTypes)[number][];
  /** The scopes that the client may ask for; all of them if it registered none of ours. */
  readonly scopes: readonly Scope[];
}

/** The body of a refusal (RFC 7591, section 3.2.2). */
export interface RegistrationFault {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata';
  readonly error_description: string;
}

/**
 * Reads the metadata of a client from parsed JSON. Ignores unknown members, unknown grant and
 * response types, and redirect URIs that are not allowed beside one that is, so the response must
 * show what remained. `defaultAuthMethod` is for metadata without `token_endpoint_auth_method`.
 */
export function parseRegistration(
  body: unknown,
  defaultAuthMethod: AuthMethod = 'client_secret_basic',
): ClientMetadata | RegistrationFault {
  if (!isRecord(body)) return metadataFault('The body must be a JSON object.');
  const redirectUris = readRedirectUris(body['redirect_uris']);
  if (isRegistrationFault(redirectUris)) return redirectUris;
  const clientName = readName(body['client_name']);
  if (isRegistrationFault(clientName)) return clientName;
  const authMethod = knownIn(authMethods, [
    body['token_endpoint_auth_method'] ?? defaultAuthMethod,
  ])[0];
  if (authMethod === undefined) {
    return metadataFault(`token_endpoint_auth_method must be one of ${authMethods.join(', ')}.`);
  }
  const grants = readTypes(body['grant_types'], grantTypes, 'authorization_code');
  if (grants === undefined) {
    return metadataFault('grant_types must be a list that contains authorization_code.');
  }
  const responses = readTypes(body['response_types'], responseTypes, 'code');
  if (responses === undefined) {
    return metadataFault('response_types must be a list that contains code.');
  }
  return {
    clientName,
    redirectUris,
    authMethod,
    grantTypes: grants,
    responseTypes: responses,
    scopes: readScopes(body['scope']),
  };
}

/** Whether the result of `parseRegistration` is a refusal. */
export function isRegistrationFault(value: unknown): value is RegistrationFault {
  return isRecord(value) && 'error_description' in value;
}

function readRedirectUris(value: unknown): readonly string[] | RegistrationFault {
  if (!Array.isArray(value) || value.length === 0) {
    return uriFault('redirect_uris must be a list of at least one URI.');
  }
  const given = [...new Set<unknown>(value)];
  if (given.length > MAX_REDIRECT_URIS) {
    return uriFault(`redirect_uris must have at most ${MAX_REDIRECT_URIS} entries.`);
  }
  const allowed = given.filter(
    (uri): uri is string => typeof uri === 'string' && checkRedirectUri(uri) === undefined,
  );
  // Of several faults the first is enough for the developer to begin with.
  if (allowed.length === 0) return uriFault(checkRedirectUri(given[0]) ?? '');
  return allowed;
}

/**
 * A name without characters that could imitate other text of the page: control and formatting
 * characters, such as those that change the direction of writing, and line breaks.
 */
function readName(value: unknown): string | null | RegistrationFault {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return metadataFault('client_name must be a string.');
  const name = value
    .toWellFormed()
    .replace(/[\s\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .split(' ')
    .filter((word) => word !== '')
    .join(' ');
  if (countCharacters(name) > MAX_NAME) {
    return metadataFault(`client_name must have at most ${MAX_NAME} characters.`);
  }
  return isInvisible(name) ? null : name;
}

/** The known types of a list, or undefined if the required one is not among them. */
function readTypes<T extends string>(
  value: unknown,
  known: readonly T[],
  required: T,
): readonly T[] | undefined {
  if (value === undefined || value === null) return [required];
  if (!Array.isArray(value)) return undefined;
  const types = knownIn(known, value);
  return types.includes(required) ? types : undefined;
}

function readScopes(value: unknown): readonly Scope[] {
  const asked = typeof value === 'string' ? knownIn(scopes, value.split(' ')) : [];
  return asked.length === 0 ? scopes : asked;
}

function knownIn<T extends string>(known: readonly T[], given: readonly unknown[]): readonly T[] {
  return known.filter((one) => given.includes(one));
}

function uriFault(description: string): RegistrationFault {
  return { error: 'invalid_redirect_uri', error_description: description };
}

function metadataFault(description: string): RegistrationFault {
  return { error: 'invalid_client_metadata', error_description: description };
}

/** The largest number of redirect URIs of one client. */
const MAX_REDIRECT_URIS = 10;

const MAX_LENGTH = 2000;

/** Schemes without a dot that belong to editors, which register them with the operating system. */
const editorSchemes: ReadonlySet<string> = new Set([
  'cursor',
  'vscode',
  'vscode-insiders',
  'windsurf',
  'zed',
]);

/** The characters of a URI (RFC 3986). A URL parser drops or replaces others without a word. */
const uriCharacters = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/;

/** The scheme of a URI, and its authority without the slashes, if it has one. */
const uriStart = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?/;

/** A loopback URI: its beginning up to the port, the port, and the rest. */
const loopbackUri =
  /^(https?:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::(\d{1,5}))?((?:[/?].*)?)$/i;

/** A host name and a port. Others, such as `*` and `a;b`, are read in different ways. */
const hostAndPort = /^[a-z0-9_.-]+(?::\d{1,5})?$/i;

/**
 * Why a redirect URI may not be registered, as a sentence; undefined if it may. Allowed are https,
 * http on a loopback host (RFC 8252), and the schemes of native applications: those with a dot, and
 * those of known editors. All others are refused, such as `javascript:` and `data:`.
 */
export function checkRedirectUri(uri: unknown): string | undefined {
  if (typeof uri !== 'string') return 'A redirect URI must be a string.';
  if (uri.length > MAX_LENGTH) return `A redirect URI must have at most ${MAX_LENGTH} characters.`;
  const [, scheme, authority = ''] = (uriCharacters.test(uri) && uriStart.exec(uri)) || [];
  if (scheme === undefined || !URL.canParse(uri)) return 'A redirect URI must be an absolute URI.';
  if (uri.includes('#')) return 'A redirect URI must not contain a fragment.';
  if (authority.includes('@')) return 'A redirect URI must not contain a user name or a password.';
  const name = scheme.toLowerCase();
  return isWeb(`${name}:`) ? webFault(uri, authority) : schemeFault(name);
}

/**
 * Whether a client with these registered URIs may be redirected to `requested`. They must be equal,
 * except for the port of `127.0.0.1`, `[::1]` and `localhost`: native applications listen on any
 * free port. The three hosts are never the same one, because a name may resolve to anything.
 */
export function matchesRedirectUri(registered: readonly string[], requested: string): boolean {
  if (checkRedirectUri(requested) !== undefined) return false;
  const wanted = withoutLoopbackPort(requested);
  return registered.some((uri) => withoutLoopbackPort(uri) === wanted);
}

/** Whether all of a client's redirect URIs lead to the computer of its user. */
export function isLocalOnly(registered: readonly string[]): boolean {
  return registered.every(isLocal);
}

// A parser reads 127.0.0.2, 2130706433 and `localhost.` as hosts of this computer too.
function isLocal(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  return isWeb(protocol) && (isLoopback(host) || host.endsWith('.localhost'));
}

/** The place where a redirect to a valid URI leads, in words for people. */
export function redirectPlace(uri: string): string {
  const { protocol, host } = new URL(uri);
  if (!isWeb(protocol)) return `an application on this device (${protocol})`;
  return isLocal(uri) ? `this computer (${host})` : host;
}

function webFault(uri: string, authority: string): string | undefined {
  if (loopbackUri.test(uri)) return undefined;
  if (!/^https:/i.test(uri)) {
    return 'A redirect URI by http must be on 127.0.0.1, [::1] or localhost.';
  }
  return hostAndPort.test(authority) ? undefined : 'A redirect URI must have a host name.';
}

function schemeFault(scheme: string): string | undefined {
  if (scheme.includes('.') || editorSchemes.has(scheme)) return undefined;
  return `A redirect URI must not use the scheme ${scheme}. Use https, http on a loopback host, or a private scheme with a dot.`;
}

/** A loopback URI without its port; other URIs as they are. */
function withoutLoopbackPort(uri: string): string {
  const [, start, , rest] = loopbackUri.exec(uri) ?? [];
  // The scheme and the host are the same in any case.
  return start === undefined || rest === undefined ? uri : `${start.toLowerCase()}${rest}`;
}

function isWeb(protocol: string): boolean {
  return protocol === 'https:' || protocol === 'http:';
}
