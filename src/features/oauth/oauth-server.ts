import type { IncomingMessage } from 'node:http';
import { isLoopback, type Config } from '../../platform/config';
import type { Scope } from '../../platform/operation';
import { notFound } from '../../platform/problems';
import { localOriginOf } from '../auth';
import type { ProtocolReply } from '../../platform/protocol';

/** The configuration that decides the URLs of OAuth, and whether it is on. */
export type OauthServerConfig = Pick<
  Config,
  'environment' | 'host' | 'publicUrl' | 'trustedProxies'
>;

/** The URLs that name this server in OAuth. */
export interface OauthServer {
  /** The URL that identifies the authorization server (RFC 8414, 2). */
  readonly issuer: string;
  /** The URL that the paths of the endpoints are appended to. */
  readonly base: string;
  /** The MCP endpoint, which is the only resource (RFC 8707). */
  readonly resource: string;
}

/**
 * The URLs of OAuth for this request; undefined if OAuth is off. It needs an https `PUBLIC_URL`,
 * because codes and tokens must not travel in clear text. In development `PUBLIC_URL` may also be a
 * loopback address. Without one, OAuth is at the origin that the client used: each of the names of
 * the machine works.
 */
function oauthServerOf(
  message: IncomingMessage,
  config: OauthServerConfig,
): OauthServer | undefined {
  const { publicUrl, environment } = config;
  if (publicUrl === undefined) {
    const local = localOriginOf(message, config);
    return local === undefined ? undefined : oauthServerAt(local, local);
  }
  const { origin, pathname, protocol, hostname } = new URL(publicUrl);
  const isLocal = environment === 'development' && isLoopback(hostname.replace(/^\[|\]$/g, ''));
  if (protocol !== 'https:' && !isLocal) return undefined;
  const base = publicUrl.replace(/\/$/, '');
  return oauthServerAt(pathname === '/' ? origin : base, base);
}

/** `oauthServerOf`, or 404 for the path of the request. */
export function getOauthServer(message: IncomingMessage, config: OauthServerConfig): OauthServer {
  const server = oauthServerOf(message, config);
  if (server === undefined) throw notFound('path', pathOf(message));
  return server;
}

/**
 * The parameters of the 401 of the MCP endpoint: the metadata (RFC 9728) and the scopes to ask for
 * (RFC 6750, 3).
 */
export function challengeParameters(
  message: IncomingMessage,
  config: OauthServerConfig,
): Readonly<Record<string, string>> {
  const server = oauthServerOf(message, config);
  if (server === undefined) return {};
  const metadata = `${server.base}/.well-known/oauth-protected-resource/mcp`;
  return { scope: supportedScopes.join(' '), resource_metadata: metadata };
}

/** The resource that this request is sent to; undefined where OAuth is off. */
export function resourceOf(
  message: IncomingMessage,
  config: OauthServerConfig,
): string | undefined {
  return oauthServerOf(message, config)?.resource;
}

/** Whether a client means this server's MCP endpoint. A query or a trailing slash is tolerated. */
export function isOurResource(given: string, { resource }: OauthServer): boolean {
  if (!URL.canParse(given)) return false;
  const { origin, pathname } = new URL(given);
  return `${origin}${pathname.replace(/\/$/, '')}` === resource;
}

/** The query of a request. */
export function queryOf(message: IncomingMessage): URLSearchParams {
  const [, query = ''] = /\?(.*)$/s.exec(message.url ?? '') ?? [];
  return new URLSearchParams(query);
}

function oauthServerAt(issuer: string, base: string): OauthServer {
  return { issuer, base, resource: `${base}/mcp` };
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.replace(/\?.*$/s, '');
}

/** The scopes of this server. */
export const supportedScopes: readonly Scope[] = ['read', 'write'];

/**
 * The scopes of a request, of those that are possible; all of them when it has none. Unknown ones
 * are ignored, such as `offline_access`, which clients send to every server. Refuses a request whose
 * known scopes are all impossible.
 */
export function readScopes(
  text: string | undefined,
  possible: readonly Scope[],
): { readonly scopes: readonly Scope[] } | OauthFault {
  const words = (text ?? '').split(' ');
  const asked = supportedScopes.filter((scope) => words.includes(scope));
  if (asked.length === 0) return { scopes: possible };
  const scopes = asked.filter((scope) => possible.includes(scope));
  return scopes.length > 0 ? { scopes } : fault('invalid_scope', 'The scope is not possible here.');
}

/**
 * Scopes with `read` if they have `write`: without `read`, a token can call nothing at the MCP
 * endpoint.
 */
export function withRead(scopes: readonly Scope[]): readonly Scope[] {
  return supportedScopes.filter(
    (scope) => scopes.includes(scope) || (scope === 'read' && scopes.includes('write')),
  );
}

/**
 * The scopes of a refresh, of those of the grant; all of them when it has none. Refuses others (RFC
 * 6749, 6), except `offline_access`, which clients repeat from their first request.
 */
export function narrowScopes(
  text: string | undefined,
  granted: readonly Scope[],
): { readonly scopes: readonly Scope[] } | OauthFault {
  const words = (text ?? '').split(' ').filter((word) => word !== '' && word !== 'offline_access');
  const possible: readonly string[] = granted;
  if (words.some((word) => !possible.includes(word))) {
    return fault('invalid_scope', `scope may only name what was granted: ${granted.join(' ')}.`);
  }
  if (words.length === 0) return { scopes: granted };
  const asked = withRead(granted.filter((scope) => words.includes(scope)));
  return { scopes: granted.filter((scope) => asked.includes(scope)) };
}

/** The error codes of OAuth that this server sends (RFC 6749, 7591, 8707). */
type OauthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** A refusal in the words of OAuth. */
export interface OauthFault {
  readonly error: OauthErrorCode;
  readonly description: string;
}

/** Creates a refusal. */
export function fault(error: OauthErrorCode, description: string): OauthFault {
  return { error, description };
}

/** Whether a result is a refusal. */
export function isFault(result: object): result is OauthFault {
  return 'error' in result && 'description' in result;
}

/** A JSON response, which must not be cached. */
export function jsonReply(
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): ProtocolReply {
  const bytes = Buffer.from(JSON.stringify(body));
  return { status, headers, bytes, contentType: json };
}

const json = 'application/json; charset=utf-8';

/** The error response of an endpoint that clients call (RFC 6749, 5.2). */
export function faultReply({ error, description }: OauthFault): ProtocolReply {
  const body = { error, error_description: description };
  if (error !== 'invalid_client') return jsonReply(400, body);
  return jsonReply(401, body, { 'WWW-Authenticate': 'Basic realm="callboard"' });
}

/** A redirect of a browser by GET to a page of this server, never to a client. */
export function redirectReply(location: string): ProtocolReply {
  return { status: 303, headers: { Location: location, 'Referrer-Policy': 'no-referrer' } };
}

/** A redirect URI with the parameters of a response. Its own query stays (RFC 6749, 4.1.2). */
export function withParameters(
  uri: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) added.append(name, value);
  }
  return `${uri}${uri.includes('?') ? '&' : '?'}${added.toString()}`;
}

/** A parameter that a request may have once (RFC 6749, 3.1 and 3.2). Empty values are absent. */
export class Form {
  private readonly parameters: URLSearchParams;

  constructor(source: URLSearchParams | string | undefined) {
    this.parameters = source instanceof URLSearchParams ? source : new URLSearchParams(source);
  }

  /** The first value, or undefined. */
  get(name: string): string | undefined {
    const value = this.parameters.get(name);
    return value === null || value === '' || value.includes('\0') ? undefined : value;
  }

  /** Whether the request has a value that is not empty, even one that cannot be used. */
  has(name: string): boolean {
    return this.all(name).length > 0;
  }

  /** All values that are not empty. */
  all(name: string): readonly string[] {
    return this.parameters.getAll(name).filter((value) => value !== '');
  }

  /** The first of these parameters that the request has more than once. */
  repeated(names: readonly string[]): string | undefined {
    return names.find((name) => this.parameters.getAll(name).length > 1);
  }

  /** Refuses a request that has one of these parameters more than once, or with a NUL in it. */
  faultOf(names: readonly string[]): OauthFault | undefined {
    const repeated = this.repeated(names);
    if (repeated !== undefined) {
      return fault('invalid_request', `${repeated} may be sent only once.`);
    }
    const unusable = names.find((name) => this.has(name) && this.get(name) === undefined);
    return unusable === undefined
      ? undefined
      : fault('invalid_request', `${unusable} must not contain the character NUL.`);
  }
}
