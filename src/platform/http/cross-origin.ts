import type { IncomingMessage } from 'node:http';
import type { Exchange } from './exchange';

/** What the answers to browsers of other origins depend on. */
export interface CrossOriginParts {
  /** The origins whose pages may call the service with bearer tokens. */
  readonly origins: readonly string[];
  readonly publicUrl: string | undefined;
  /** The methods of a path of the contract; empty when it has none. */
  readonly methodsOf: (path: string) => readonly string[];
  /** All methods of the contract. */
  readonly allMethods: readonly string[];
  /** The header parameters of the contract. */
  readonly headerNames: readonly string[];
}

/** Answers a request of another origin if it is a preflight; returns whether it was. */
export type CrossOrigin = (exchange: Exchange) => boolean;

/** Request headers besides the contract's parameters, and those of the MCP endpoint's protocol. */
const requestHeaders = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'X-Request-Id',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
];

/** The response headers that scripts may read besides the few that they always may. */
export const exposedHeaders = [
  'Allow',
  'Claim-Expires-At',
  'Claim-Generation',
  'Claim-Renew-After',
  'ETag',
  'Idempotent-Replayed',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
];

/** Seconds for which a browser may keep the response to a preflight. */
const maxAge = 7200;

// Clients of OAuth read it before they know anything about the server.
const isMetadata = (path: string): boolean => path.startsWith('/.well-known/');

/**
 * Lets pages of other origins read responses (the CORS protocol of the Fetch standard): the OAuth
 * metadata for all, everything else for the configured origins. They act by bearer tokens only: no
 * response permits credentials, and their cookies are removed from the request.
 */
export function createCrossOrigin(parts: CrossOriginParts): CrossOrigin {
  const { origins, publicUrl, methodsOf, allMethods } = parts;
  const allowedHeaders = [...new Set([...requestHeaders, ...parts.headerNames])].join(', ');
  const exposed = exposedHeaders.join(', ');
  const permittedOrigin = ({ req, res }: Exchange): string | undefined => {
    if (isMetadata(req.path)) return '*';
    if (origins.length === 0) return undefined;
    res.vary('Origin');
    const { origin } = req.headers;
    if (origin === undefined || !origins.includes(origin)) return undefined;
    return isOwnOrigin(origin, req, publicUrl) ? undefined : origin;
  };

  return (exchange) => {
    const permitted = permittedOrigin(exchange);
    if (permitted === undefined) return false;
    const { req, res } = exchange;
    res.setHeader('Access-Control-Allow-Origin', permitted);
    if (permitted !== '*') delete req.headers.cookie;
    const isPreflight =
      req.method === 'OPTIONS' &&
      req.headers.origin !== undefined &&
      req.headers['access-control-request-method'] !== undefined;
    if (!isPreflight) {
      res.setHeader('Access-Control-Expose-Headers', exposed);
      return false;
    }
    // An unknown path also gets its methods, so that the script can read the 404.
    const methods = methodsOf(req.path);
    res.setHeader(
      'Access-Control-Allow-Methods',
      (methods.length > 0 ? methods : allMethods).join(', '),
    );
    res.setHeader('Access-Control-Allow-Headers', allowedHeaders);
    res.setHeader('Access-Control-Max-Age', maxAge);
    res.setHeader('Cache-Control', 'no-store');
    res.status(204).end();
    return true;
  };
}

/** Whether an Origin is this server's: that of the `PUBLIC_URL`, or else that of the Host header. */
export function isOwnOrigin(
  origin: string,
  { headers: { host } }: IncomingMessage,
  publicUrl: string | undefined,
): boolean {
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin;
  return URL.canParse(origin) && new URL(origin).host === host;
}
