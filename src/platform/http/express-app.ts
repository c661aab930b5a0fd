import express, { type Express, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import { newRequestId } from '../ids';
import { Problem } from '../problems';
import { withoutSecrets } from '../redact';
import type { ResponseValidator } from './responses/response-validator';
import { clientAddressOf } from './requests/client-address';
import { toProblem } from './responses/error-to-problem';
import type { CrossOrigin } from './cross-origin';
import { Exchange } from './exchange';
import { checkMessage } from './requests/message-check';
import { removeBasePath } from './requests/base-path';
import { normalizeTarget } from './requests/request-target';
import type { Router } from './routing/router';
import { sendProblem } from './responses/send';
import {
  createResponseBacklog,
  backlogLimits,
  type BacklogLimits,
} from './responses/response-backlog';
import { trackResponse } from './responses/track-response';

const validRequestId = /^[A-Za-z0-9._-]{1,128}$/;

/** The dependencies of the Express application. */
export interface ExpressAppParts {
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
  /** Aborted when the server begins to stop. */
  readonly stopping?: AbortSignal | undefined;
  /** The limits for slow clients, when they differ from production's. */
  readonly backlogLimits?: BacklogLimits | undefined;
}

/** Creates the Express application: a request id, a log line and error handling for the router. */
export function createExpressApp(parts: ExpressAppParts): Express {
  const { router, log, trustedProxies, logAddresses, validateResponse } = parts;
  const { basePath, crossOrigin } = parts;
  const addPending = createResponseBacklog(parts.backlogLimits ?? backlogLimits);
  const headers = Object.entries(parts.headers);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', trustedProxies);
  // No field of a request's log line contains a credential, so pino need not search it for any.
  const accessLog = log.child({}, { redact: [] });
  app.use(async function handleRequest(req: Request, res: Response) {
    const exchange = startExchange(req, res, { log, accessLog, headers, logAddresses });
    try {
      checkMessage(req);
      normalizeTarget(req);
      removeBasePath(req, basePath);
      if (crossOrigin(exchange)) return;
      await router(exchange);
    } catch (error) {
      // The shutdown closed the connection of a request that took too long, and then the database.
      const isAborted = parts.stopping?.aborted === true && req.socket.destroyed;
      if (isAborted && !(error instanceof Problem)) {
        exchange.log.info({ err: error }, 'A request was cut when the server stopped');
        return;
      }
      sendProblem(exchange, toProblem(error, exchange.log, exchange.requestId));
    }
    if (validateResponse !== undefined && !exchange.isPage)
      logViolation(exchange, validateResponse);
    // The exchange stays in memory until the response is sent.
    exchange.sentText = undefined;
    trackResponse(addPending, exchange);
  });
  return app;
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

function startExchange(
  req: Request,
  res: Response,
  {
    log,
    accessLog,
    headers,
    logAddresses,
  }: {
    readonly log: Logger;
    readonly accessLog: Logger;
    readonly headers: readonly (readonly [string, string])[];
    readonly logAddresses: boolean;
  },
): Exchange {
  const sent = req.get('x-request-id');
  const isValid = sent !== undefined && validRequestId.test(sent) && withoutSecrets(sent) === sent;
  const requestId = isValid ? sent : newRequestId();
  res.setHeader('X-Request-Id', requestId);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  for (const [name, value] of headers) res.setHeader(name, value);
  const started = performance.now();
  // A closed connection has no address, so read it now.
  const address = logAddresses ? clientAddressOf(req) : undefined;
  const exchange = new Exchange(req, res, requestId, log, address);
  res.once('close', () => {
    const { sender } = exchange;
    accessLog.info(
      {
        request_id: requestId,
        method: req.method,
        // A client may send a token in place of an id.
        path: withoutSecrets(req.path),
        operation: exchange.operationId,
        address,
        actor: sender?.actorId,
        token_id: sender?.tokenId,
        public_id: sender?.publicId,
        refused: sender?.refused,
        // Node also counts bytes as written that a closed connection never sent.
        status: res.writableFinished && !req.socket.destroyed ? res.statusCode : 'aborted',
        code: exchange.errorCode,
        ms: Math.round(performance.now() - started),
      },
      'request',
    );
  });
  return exchange;
}
