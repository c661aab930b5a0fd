import type { IncomingMessage } from 'node:http';
import { type Config, isLoopback } from '../../../platform/config';
import { truncate } from '../../../platform/text-length';
import { isOwnOrigin } from '../../../platform/http/requests/request-head';

/** The configuration that the origin rules use. */
export type OriginConfig = Pick<Config, 'environment' | 'host' | 'publicUrl' | 'trustedProxies'>;

/**
 * The origin of a request according to Fetch Metadata and the Origin header (RFC 6454): `same`,
 * `cross-site`, or `unknown` without these headers, as from clients that are not browsers.
 */
export function originOf(
  req: IncomingMessage,
  { publicUrl }: OriginConfig,
): 'same' | 'cross-site' | 'unknown' {
  const origin = req.headers.origin;
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'cross-site';
  if (origin !== undefined) return isOwnOrigin(origin, req, publicUrl) ? 'same' : 'cross-site';
  return site === undefined ? 'unknown' : 'same';
}

/** A sentence for a refused request: the origin that it must have, and the one that it has. */
export function expectedOrigin(req: IncomingMessage, { publicUrl }: OriginConfig): string {
  const expected =
    publicUrl === undefined
      ? `one of the host ${req.headers.host ?? ''}, because PUBLIC_URL is not set`
      : `${new URL(publicUrl).origin}, according to PUBLIC_URL`;
  const sent = req.headers.origin;
  return `The expected Origin is ${expected}; the request has ${sent === undefined ? 'none' : truncate(sent)}.`;
}

/**
 * Whether requests from this machine may act as the owner without a credential: in development,
 * when the process listens on a loopback address and no proxy is configured.
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
 * Whether a request without a credential may act as the owner: `hasLocalOwner` is true, the peer is
 * this machine, no header comes from a proxy, the Host header names this machine (which prevents
 * DNS rebinding), and no browser marks the request as cross-site.
 */
export function isLocalDevelopment(req: IncomingMessage, config: OriginConfig): boolean {
  return (
    localOriginOf(req, config) !== undefined &&
    originOf(req, config) !== 'cross-site' &&
    hasLocalReferer(req)
  );
}

/**
 * The origin of this server on the requesting machine, under the loopback name that the client
 * used; undefined unless the request comes from this machine in development, without a proxy.
 */
export function localOriginOf(req: IncomingMessage, config: OriginConfig): string | undefined {
  const isLocal =
    hasLocalOwner(config) &&
    isLoopback(req.socket.remoteAddress ?? '') &&
    !isProxied(req) &&
    isLocalHost(req);
  return isLocal ? `http://${req.headers.host}` : undefined;
}

// By default, nginx adds no header and sends the upstream's name as Host, but before 1.29.7 it uses
// HTTP/1.0.
function isProxied({ headers, httpVersion }: IncomingMessage): boolean {
  return httpVersion === '1.0' || Object.keys(headers).some(isProxyHeader);
}

// Browsers without Fetch Metadata send no Origin with a GET. If a proxy has served the page, the
// Referer names the proxy.
function hasLocalReferer({ headers: { host, referer } }: IncomingMessage): boolean {
  return referer === undefined || (URL.canParse(referer) && new URL(referer).host === host);
}

function isLocalHost(req: IncomingMessage): boolean {
  const match = /^(localhost|127\.0\.0\.1|\[::1\]):(\d+)$/.exec(req.headers.host ?? '');
  return match !== null && Number(match[2]) === req.socket.localPort;
}

/**
 * Headers that proxies, load balancers, tunnels and CDNs add to forwarded requests according to
 * their documentation; `*` matches any suffix. No browser or command-line client sends them by
 * default.
 */
const patterns = [
  // RFC 7239, RFC 9110, RFC 8586, RFC 9440, RFC 8470; Edge Architecture
  'forwarded via max-forwards cdn-loop client-cert* early-data surrogate-*',
  // nginx, Apache, HAProxy, Traefik, Caddy, Squid, WebLogic and compatible proxies
  'x-forwarded* x-real-* x-client-* x-cluster-client-ip x-originating-*',
  'x-remote-* x-proxy* proxy-* wl-proxy-* x-original-* x-rewrite-url',
  'x-scheme x-url-scheme x-ssl* x-https front-end-https ssl-* x-server-*',
  'x-request-start x-queue-start x-varnish* x-envoy-* x-istio-* x-kong-*',
  // Amazon, Google, Microsoft
  'x-amzn-* x-amz-cf-* cloudfront-* x-appengine-* x-goog-*',
  'x-cloud-trace-context x-azure-* x-arr-* x-appservice-* x-ms-* x-tunnel-*',
  // Cloudflare, Akamai, Fastly, Imperva, Sucuri, Bunny, Alibaba and other hosts
  'cf-* true-client-ip x-true-client-ip akamai-* x-akamai-* fastly-*',
  'incap-* x-incap-* x-sucuri-* cdn-* ali-* fly-* do-connecting-ip',
  'x-vercel-* x-nf-* x-railway-* x-render-* rndr-* x-heroku-*',
  // Tunnels and authenticating proxies
  'tailscale-* ngrok-* x-ngrok-* x-pomerium-* x-authentik-* x-auth-request-*',
  'remote-* x-webauth-*',
].flatMap((names) => names.split(' '));

const names = new Set(patterns.filter((name) => !name.endsWith('*')));
const prefixes = patterns.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));

/** Whether proxies add the header; `name` is in lower case. */
function isProxyHeader(name: string): boolean {
  return names.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}
