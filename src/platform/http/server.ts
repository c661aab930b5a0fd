import express, { type Express, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import { newRequestId } from '../ids';
import { Problem } from '../problems';
import { withoutSecrets } from '../redact';
import type { ResponseCheck } from './responses/response-check';
import { clientAddressOf } from './requests/client-address';
import { toProblem } from './responses/errors';
import { Exchange } from './exchange';
import { checkMessage } from './connections/message-check';
import { readTarget } from './requests/request-target';
import type { Router } from './routing/router';
import { sendProblem } from './responses/send';
import { createUnsent, unsentLimits, type UnsentLimits } from './connections/unsent';
import { watchUnsent } from './connections/watch-unsent';

const saneRequestId = /^[A-Za-z0-9._-]{1,128}$/;

/** What the server is made of. */
export interface ServerParts {
  readonly router: Router;
  readonly log: Logger;
  /** How many entries of `X-Forwarded-For` say the truth about where a request comes from. */
  readonly trustedProxies: number;
  /** Whether the log names the client's address. */
  readonly logAddresses: boolean;
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Looks at each answer that was sent; what breaks the contract is logged. */
  readonly checkAnswer?: ResponseCheck | undefined;
  /** Aborted when the server begins to stop. */
  readonly stopping?: AbortSignal | undefined;
  /** What slow clients may hold, when not as much as in production. */
  readonly limits?: UnsentLimits | undefined;
}

/** The Express application around the router: a request id, a log line, and one place for errors. */
export function createServer(parts: ServerParts): Express {
  const { router, log, trustedProxies, logAddresses, checkAnswer } = parts;
  const hold = createUnsent(parts.limits ?? unsentLimits);
  const headers = Object.entries(parts.headers);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', trustedProxies);
  // No field of a request's line holds a credential, so pino need not look for some in each.
  const lines = log.child({}, { redact: [] });
  app.use(async function byContract(req: Request, res: Response) {
    const exchange = begin(req, res, { log, lines, headers, logAddresses });
    try {
      checkMessage(req);
      readTarget(req);
      await router(exchange);
    } catch (error) {
      // Its connection was cut because it took too long, and the database closed after that.
      const isCut = parts.stopping?.aborted === true && req.socket.destroyed;
      if (isCut && !(error instanceof Problem)) {
        exchange.log.info({ err: error }, 'A request was cut when the server stopped');
        return;
      }
      sendProblem(exchange, toProblem(error, exchange.log, exchange.requestId));
    }
    if (checkAnswer !== undefined) check(exchange, checkAnswer);
    // The exchange lives until the response is sent.
    exchange.textSent = undefined;
    watchUnsent(hold, exchange);
  });
  return app;
}

function check({ operationId, res, log, textSent }: Exchange, checkAnswer: ResponseCheck): void {
  const fault = checkAnswer(operationId, {
    status: res.statusCode,
    headers: res.getHeaders(),
    text: textSent?.() ?? '',
  });
  if (fault === undefined) return;
  log.error(
    { operation: operationId, status: res.statusCode, fault },
    'An answer breaks the contract',
  );
}

function begin(
  req: Request,
  res: Response,
  {
    log,
    lines,
    headers,
    logAddresses,
  }: {
    readonly log: Logger;
    readonly lines: Logger;
    readonly headers: readonly (readonly [string, string])[];
    readonly logAddresses: boolean;
  },
): Exchange {
  const sent = req.get('x-request-id');
  const isSane = sent !== undefined && saneRequestId.test(sent) && withoutSecrets(sent) === sent;
  const requestId = isSane ? sent : newRequestId();
  res.setHeader('X-Request-Id', requestId);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  for (const [name, value] of headers) res.setHeader(name, value);
  const started = performance.now();
  // A connection that is closed has no address any more.
  const address = logAddresses ? clientAddressOf(req) : undefined;
  const exchange = new Exchange(req, res, requestId, log, address);
  res.once('close', () => {
    const { sender } = exchange;
    lines.info(
      {
        request_id: requestId,
        method: req.method,
        // A token that somebody sends in place of an id is a secret too.
        path: withoutSecrets(req.path),
        operation: exchange.operationId,
        address,
        actor: sender?.actorId,
        token_id: sender?.tokenId,
        public_id: sender?.publicId,
        refused: sender?.refused,
        // Node counts the bytes that a closed connection did not take as written.
        status: res.writableFinished && !req.socket.destroyed ? res.statusCode : 'aborted',
        code: exchange.errorCode,
        ms: Math.round(performance.now() - started),
      },
      'request',
    );
  });
  return exchange;
}
