import type { IncomingMessage } from 'node:http';
import { isLoopback, type Config } from '../../platform/config';
import { isProxyHeader } from './proxy-headers';

/** What the rules about origins need of the configuration. */
export type OriginConfig = Pick<Config, 'environment' | 'host' | 'publicUrl' | 'trustedProxies'>;

/**
 * What the browser tells of where a request comes from (Fetch Metadata; the Origin header of RFC 6454): `same`, `foreign`, or
 * `silent` when it tells nothing, as programs other than browsers do.
 */
export function originOf(
  req: IncomingMessage,
  { publicUrl }: OriginConfig,
): 'same' | 'foreign' | 'silent' {
  const origin = req.headers.origin;
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'foreign';
  if (origin !== undefined) return isOwnOrigin(origin, req, publicUrl) ? 'same' : 'foreign';
  return site === undefined ? 'silent' : 'same';
}

function isOwnOrigin(origin: string, req: IncomingMessage, publicUrl: string | undefined): boolean {
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin;
  return URL.canParse(origin) && new URL(origin).host === req.headers.host;
}

/**
 * Whether requests from this machine may act as the owner without a credential: in development,
 * where the process listens on this machine only and no setting speaks of a proxy (product section
 * 3).
 */
export function hasLocalOwner({
  environment,
  host,
  publicUrl,
  trustedProxies,
}: OriginConfig): boolean {
  return (
    environment === 'development' &&
    isLoopback(host) &&
    publicUrl === undefined &&
    trustedProxies === 0
  );
}

/**
 * Whether a request without a credential may act as the owner: `hasLocalOwner`, the peer is this
 * machine, no proxy shows itself, the Host header names this machine (a foreign name may reach it
 * by DNS rebinding), and no browser says that another site asks.
 */
export function isLocalDevelopment(req: IncomingMessage, config: OriginConfig): boolean {
  return (
    hasLocalOwner(config) &&
    isLoopback(req.socket.remoteAddress ?? '') &&
    !isProxied(req) &&
    isLocalHost(req) &&
    originOf(req, config) !== 'foreign' &&
    isReferredHere(req)
  );
}

// With its defaults, nginx adds no header and names the upstream as the Host, but until 1.29.7 it
// asks by HTTP/1.0.
function isProxied({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion === '1.0' || Object.keys(headers).some(isProxyHeader);
}

// Browsers without Fetch Metadata send no Origin with a GET. A page that a proxy has served names
// the proxy here.
function isReferredHere({ headers: { host, referer } }: IncomingMessage): boolean {
  return referer === undefined || (URL.canParse(referer) && new URL(referer).host === host);
}

function isLocalHost(req: IncomingMessage): boolean {
  const match = /^(localhost|127\.0\.0\.1|\[::1\]):(\d+)$/.exec(req.headers.host ?? '');
  return match !== null && Number(match[2]) === req.socket.localPort;
}
