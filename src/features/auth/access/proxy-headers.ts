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
export function isProxyHeader(name: string): boolean {
  return names.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}
