import express, { type Express, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import { Problem } from '../problems';
import { SECOND } from '../time';
import type { Metrics } from '../metrics/metrics';
import type { Tracing } from '../tracing/tracing';
import { limitUnreadBody } from './connections/open-connections';
import type { Exchange } from './exchange';
import type { RateLimits } from './requests/rate-limit';
import { checkMessage, isOwnOrigin, normalizeTarget } from './requests/request-head';
import { toProblem } from './responses/error-to-problem';
import { exchangeStarter } from './request-log';
import { sendProblem } from './responses/response';
import type { ResponseValidator } from './responses/response-validator';
import type { Router } from './routing/router';

/** The dependencies of the Express application. */
interface ExpressAppParts {
  readonly router: Router;
  readonly log: Logger;
  /** The number of trusted proxies; that many entries of `X-Forwarded-For` are used. */
  readonly trustedProxies: number;
  /** Whether the log names the client's address. */
  readonly logAddresses: boolean;
  /** The path of the `PUBLIC_URL`; empty without one. */
  readonly basePath: string;
  /** Answers browsers of other origins. */
  readonly crossOrigin: CrossOrigin;
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
  /** Validates every response that was sent; violations of the contract are logged. */
  readonly validateResponse?: ResponseValidator | undefined;
  /** The metrics of this process; undefined if it has none. */
  readonly metrics?: Metrics | undefined;
  /** The traces of this process; undefined if it has none. */
  readonly tracing?: Tracing | undefined;
  /** The page that a browser shows in place of the error envelope; undefined for other requests. */
  readonly pageOfProblem: (exchange: Exchange, failure: Problem) => ErrorPage | undefined;
  /** Refuses callers who go on after a 429. */
  readonly rateLimits: Pick<RateLimits, 'refusal'>;
  /** Aborted when the server begins to stop. */
  readonly stopping?: AbortSignal | undefined;
  /** The limits for slow clients, when they differ from production's. */
  readonly backlogLimits?: BacklogLimits | undefined;
}

/** A page with its headers. */
export interface ErrorPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Creates the Express application: a request id, a log line and error handling for the router. */
export function createExpressApp(parts: ExpressAppParts): Express {
  const { router, trustedProxies, validateResponse } = parts;
  const { basePath, crossOrigin } = parts;
  const addPending = createResponseBacklog(parts.backlogLimits ?? backlogLimits);
  const start = exchangeStarter({ ...parts, headers: Object.entries(parts.headers) });
  const fail = (exchange: Exchange, failure: Problem): void => {
    const page = exchange.res.headersSent ? undefined : parts.pageOfProblem(exchange, failure);
    if (page === undefined) sendProblem(exchange, failure);
    else sendErrorPage(exchange, failure, page);
  };
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', trustedProxies);
  app.use(async function handleRequest(req: Request, res: Response) {
    const exchange = start(req, res);
    const isRefused = (): boolean => {
      const refusal = parts.rateLimits.refusal(req, res);
      if (refusal === undefined) return false;
      exchange.isSummed = true;
      fail(exchange, refusal);
      return true;
    };
    const isOfPage = req.headers.origin !== undefined;
    if (!isOfPage && isRefused()) return;
    try {
      checkMessage(req);
      normalizeTarget(req);
      removeBasePath(req, basePath);
      if (crossOrigin(exchange)) return;
      // Only now does the response have the headers of CORS that let the page read the refusal.
      if (isOfPage && isRefused()) return;
      await router(exchange);
    } catch (error) {
      // The shutdown closed the connection of a request that took too long, and then the database.
      const isAborted = parts.stopping?.aborted === true && req.socket.destroyed;
      if (isAborted && !(error instanceof Problem)) {
        exchange.log.info({ err: error }, 'A request was cut when the server stopped');
        return;
      }
      fail(exchange, toProblem(error, exchange.log, exchange.requestId));
    }
    if (validateResponse !== undefined && !exchange.isPage)
      logViolation(exchange, validateResponse);
    // The exchange stays in memory until the response is sent.
    exchange.sentText = undefined;
    trackResponse(addPending, exchange);
  });
  return app;
}

function sendErrorPage(exchange: Exchange, failure: Problem, { html, headers }: ErrorPage): void {
  const { req, res } = exchange;
  exchange.errorCode = failure.code;
  exchange.sentText = () => html;
  limitUnreadBody(req, res);
  for (const [name, value] of Object.entries({ ...failure.headers, ...headers })) {
    res.setHeader(name, value);
  }
  res.status(failure.status).send(html);
}

function logViolation(
  { operationId, res, log, sentText }: Exchange,
  validateResponse: ResponseValidator,
): void {
  const fault = validateResponse(operationId, {
    status: res.statusCode,
    headers: res.getHeaders(),
    text: sentText?.() ?? '',
  });
  if (fault === undefined) return;
  log.error(
    { operation: operationId, status: res.statusCode, fault },
    'A response violates the contract',
  );
}

// RFC 8414, 3.1 and RFC 9728, 3.1: the path of an identifier comes after the well-known part.
const wellKnown = /^(\/\.well-known\/oauth-(?:protected-resource|authorization-server))(.*)$/;

/**
 * Removes the path of the `PUBLIC_URL` from a request's target, where a proxy has left it. A target
 * without it stays as it is.
 */
function removeBasePath(req: Request, basePath: string): void {
  if (basePath === '') return;
  const target = req.originalUrl;
  const [, name = '', rest = target] = wellKnown.exec(target) ?? [];
  if (!isBelow(rest, basePath)) return;
  const below = `${name}${rest.slice(basePath.length)}`;
  req.originalUrl = below.startsWith('/') ? below : `/${below}`;
  req.url = req.originalUrl;
}

function isBelow(target: string, basePath: string): boolean {
  if (!target.startsWith(basePath)) return false;
  const next = target[basePath.length];
  return next === undefined || next === '/' || next === '?';
}

/**
 * Adds the response to the backlog until the operating system has accepted all of it, which for
 * most responses is at once.
 */
function trackResponse(addPending: AddPendingResponse, exchange: Exchange): void {
  const { res, req, credential } = exchange;
  if (exchange.isStream || res.writableLength === 0 || res.closed) return;
  const bytes = Math.max(res.writableLength, Number(res.getHeader('content-length') ?? 0));
  const address = req.ip ?? 'unknown';
  const remove = addPending({
    group: credential?.actor.workspaceId ?? address,
    caller: credential?.actor.id ?? address,
    bytes,
    abort: () => {
      exchange.log.warn({ bytes }, 'A client did not read its response in time: connection closed');
      res.destroy();
    },
  });
  res.once('close', remove);
}

/** A response that the client has not received completely. */
interface PendingResponse {
  /** The caller's workspace, or the address of a caller without a credential. */
  readonly group: string;
  /** The caller within the group. */
  readonly caller: string;
  /** The memory that it uses in this process. */
  readonly bytes: number;
  /** Closes its connection. */
  readonly abort: () => void;
}

/** The limits for responses to slow clients. */
export interface BacklogLimits {
  /** Bytes of all pending responses of the process. */
  readonly bytes: number;
  /** Milliseconds that every response has, whatever its size. */
  readonly grace: number;
  /** The minimum average rate after that, in bytes per second. */
  readonly rate: number;
}

/** A response of 1 MiB has 94 seconds; 128 of them may be pending at a time. */
export const backlogLimits: BacklogLimits = {
  bytes: 128 * 2 ** 20,
  grace: 30 * SECOND,
  rate: 16 * 2 ** 10,
};

/** Counts a response as pending until the returned function is called. */
type AddPendingResponse = (response: PendingResponse) => () => void;

/**
 * Limits the memory of responses that slow clients have not read. Aborts a response that exceeds
 * its time. When all together exceed the limit, aborts the oldest response of the caller that uses
 * the most, in the group that uses the most, so slow clients do not affect others.
 */
function createResponseBacklog({
  bytes: maxBytes,
  grace,
  rate,
}: BacklogLimits): AddPendingResponse {
  // In insertion order: the oldest first.
  const pending = new Set<PendingResponse>();
  let bytes = 0;

  const remove = (response: PendingResponse): void => {
    if (pending.delete(response)) bytes -= response.bytes;
  };
  const abort = (response: PendingResponse): void => {
    remove(response);
    response.abort();
  };
  const abortWhileAboveLimit = (): void => {
    while (bytes > maxBytes) {
      const ofGroup = largest([...pending], ({ group }) => group);
      const [oldest] = largest(ofGroup, ({ caller }) => caller);
      if (oldest === undefined) return;
      abort(oldest);
    }
  };

  return (response) => {
    pending.add(response);
    bytes += response.bytes;
    const timer = setTimeout(abort, grace + (response.bytes / rate) * SECOND, response);
    timer.unref();
    abortWhileAboveLimit();
    return () => {
      clearTimeout(timer);
      remove(response);
    };
  };
}

/** The responses of the key with the most bytes. */
function largest(
  responses: readonly PendingResponse[],
  keyOf: (response: PendingResponse) => string,
): readonly PendingResponse[] {
  const bytesByKey = new Map<string, number>();
  for (const response of responses) {
    const key = keyOf(response);
    bytesByKey.set(key, (bytesByKey.get(key) ?? 0) + response.bytes);
  }
  const [most] = [...bytesByKey].toSorted(([, one], [, other]) => other - one);
  return responses.filter((response) => keyOf(response) === most?.[0]);
}

/** What the answers to browsers of other origins depend on. */
interface CrossOriginParts {
  /** The origins whose pages may call the service with bearer tokens. */
  readonly origins: readonly string[];
  readonly publicUrl: string | undefined;
  /** The methods of a path of the contract; empty when it has none. */
  readonly methodsOf: (path: string) => readonly string[];
  /** All methods of the contract. */
  readonly allMethods: readonly string[];
  /** The header parameters of the contract and of other protocols. */
  readonly headerNames: readonly string[];
}

/** Answers a request of another origin if it is a preflight; returns whether it was. */
type CrossOrigin = (exchange: Exchange) => boolean;

/** Request headers besides the parameters of the contract and of other protocols. */
const requestHeaders = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'X-Request-Id',
];

/** The response headers that scripts may read besides the few that they always may. */
export const exposedHeaders = [
  'Accept-Ranges',
  'Allow',
  'Claim-Expires-At',
  'Claim-Generation',
  'Claim-Renew-After',
  'Content-Disposition',
  'Content-Range',
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
