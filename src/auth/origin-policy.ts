import type { IncomingMessage } from 'node:http';
import { isLoopback, type Config } from '../platform/config';

/** What the rules about origins need of the configuration. */
export type OriginConfig = Pick<Config, 'environment' | 'host' | 'publicUrl'>;

/** Headers by which a proxy says that the peer is not the caller. */
const forwarding = /^(forwarded|via|x-real-ip|x-forwarded-.*)$/;

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
 * Whether a request without credentials may act as the owner in local development: the process listens on this machine only,
 * the peer is this machine, no proxy stands between, and the Host header names this machine (else a foreign web page could reach us by
 * DNS rebinding). Product section 3.
 */
export function isLocalDevelopment(
  req: IncomingMessage,
  { environment, host }: OriginConfig,
): boolean {
  return (
    environment === 'development' &&
    isLoopback(host) &&
    isLoopback(req.socket.remoteAddress ?? '') &&
    !Object.keys(req.headers).some((name) => forwarding.test(name)) &&
    isLocalHost(req)
  );
}

function isLocalHost(req: IncomingMessage): boolean {
  const match = /^(localhost|127\.0\.0\.1|\[::1\]):(\d+)$/.exec(req.headers.host ?? '');
  return match !== null && Number(match[2]) === req.socket.localPort;
}
