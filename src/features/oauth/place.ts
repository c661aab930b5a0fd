import type { IncomingMessage } from 'node:http';
import type { Config } from '../../platform/config';
import { notFound } from '../../platform/problems';
import { localOriginOf } from '../auth';

/** The configuration that decides where OAuth is. */
export type PlaceConfig = Pick<Config, 'environment' | 'host' | 'publicUrl' | 'trustedProxies'>;

/** The names of this server in OAuth. */
export interface Place {
  /** The origin, which identifies the authorization server (RFC 8414, 2). */
  readonly issuer: string;
  /** The URL that the paths of the endpoints are appended to. */
  readonly base: string;
  /** The MCP endpoint, which is the only resource (RFC 8707). */
  readonly resource: string;
}

/**
 * Where OAuth is for this request; undefined where it is off. It needs an https `PUBLIC_URL`,
 * because codes and tokens must not travel in clear text. In development it is on for a loopback
 * address, with the origin that the client used: each of the names of the machine works.
 */
function placeOf(message: IncomingMessage, config: PlaceConfig): Place | undefined {
  const { publicUrl } = config;
  if (publicUrl === undefined) {
    const local = localOriginOf(message, config);
    return local === undefined ? undefined : placeAt(local, local);
  }
  if (!publicUrl.startsWith('https://')) return undefined;
  return placeAt(new URL(publicUrl).origin, publicUrl.replace(/\/$/, ''));
}

/** `placeOf`, or 404 for the path of the request. */
export function getPlace(message: IncomingMessage, config: PlaceConfig): Place {
  const place = placeOf(message, config);
  if (place === undefined) throw notFound('path', pathOf(message));
  return place;
}

/** The parameters of the 401 of the MCP endpoint that lead a client to the metadata (RFC 9728). */
export function challengeParameters(
  message: IncomingMessage,
  config: PlaceConfig,
): Readonly<Record<string, string>> {
  const place = placeOf(message, config);
  if (place === undefined) return {};
  return { resource_metadata: `${place.base}/.well-known/oauth-protected-resource/mcp` };
}

/** The resource that this request is sent to; undefined where OAuth is off. */
export function resourceOf(message: IncomingMessage, config: PlaceConfig): string | undefined {
  return placeOf(message, config)?.resource;
}

/** Whether a client means this server's MCP endpoint. A query or a trailing slash is tolerated. */
export function isOurResource(given: string, { resource }: Place): boolean {
  if (!URL.canParse(given)) return false;
  const { origin, pathname } = new URL(given);
  return `${origin}${pathname.replace(/\/$/, '')}` === resource;
}

/** The query of a request. */
export function queryOf(message: IncomingMessage): URLSearchParams {
  const [, query = ''] = /\?(.*)$/s.exec(message.url ?? '') ?? [];
  return new URLSearchParams(query);
}

function placeAt(issuer: string, base: string): Place {
  return { issuer, base, resource: `${base}/mcp` };
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.replace(/\?.*$/s, '');
}
