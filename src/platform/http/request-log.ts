import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { newRequestId } from '../ids';
import { withoutSecrets } from '../log';
import type { Metrics } from '../metrics/metrics';
import type { TraceContext, Tracing } from '../tracing/tracing';
import { clientAddressOf, Exchange } from './exchange';

const validRequestId = /^[A-Za-z0-9._-]{1,128}$/;

/** What the exchanges of a server have in common. */
interface ExchangeParts {
  readonly log: Logger;
  /** Whether the log names the client's address. */
  readonly logAddresses: boolean;
  /** Headers of every response. */
  readonly headers: readonly (readonly [string, string])[];
  readonly metrics?: Metrics | undefined;
  readonly tracing?: Tracing | undefined;
}

/**
 * Creates the function that starts an exchange: it sets the headers of every response, and writes
 * the request's log line and counts it in the metrics when the response has ended.
 */
export function exchangeStarter(parts: ExchangeParts): (req: Request, res: Response) => Exchange {
  const { log, logAddresses, headers, metrics, tracing } = parts;
  // No field of a request's log line contains a credential, so pino need not search it for any.
  const accessLog = log.child({}, { redact: [] });
  return (req, res) => {
    const requestId = requestIdOf(req);
    res.setHeader('X-Request-Id', requestId);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    for (const [name, value] of headers) res.setHeader(name, value);
    const started = performance.now();
    const { bytesWritten } = req.socket;
    // A closed connection has no address, so read it now.
    const address = logAddresses ? clientAddressOf(req) : undefined;
    const { method } = req;
    const span = tracing?.requestStarted({
      method,
      path: withoutSecrets(req.path),
      headers: req.headers,
    });
    const trace = span?.trace ?? traceOf(req.get('traceparent'));
    const exchange = new Exchange(req, res, requestId, log, address, trace);
    for (const cause of [req, exchange.databaseUse]) span?.own(cause);
    metrics?.requestStarted();
    res.once('close', () => {
      const milliseconds = performance.now() - started;
      // Node also counts bytes as written that a closed connection never sent.
      const isComplete = res.writableFinished && !req.socket.destroyed;
      const status = isComplete ? res.statusCode : undefined;
      const { operationId, isPage, isStream, errorCode, tool } = exchange;
      const ended = {
        method,
        operationId,
        isPage,
        isStream,
        status,
        errorCode,
        tool,
        milliseconds,
      };
      metrics?.requestEnded(ended);
      // A caller who goes on after a 429 gets no spans either.
      if (exchange.isSummed) return;
      span?.end(ended);
      const bytes = req.socket.bytesWritten - bytesWritten;
      writeLine(accessLog, exchange, { status: status ?? 'aborted', bytes, milliseconds });
    });
    return exchange;
  };
}

function requestIdOf(req: Request): string {
  const sent = req.get('x-request-id');
  const isValid = sent !== undefined && validRequestId.test(sent) && withoutSecrets(sent) === sent;
  return isValid ? sent : newRequestId();
}

// https://www.w3.org/TR/trace-context/#traceparent-header: ids of zeros are invalid.
const traceparent = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

function traceOf(header: string | undefined): TraceContext | undefined {
  const [, traceId, parentId] = traceparent.exec(header ?? '') ?? [];
  if (traceId === undefined || parentId === undefined) return undefined;
  return { trace_id: traceId, parent_id: parentId };
}

// Load balancers ask every second.
const healthChecks: readonly (string | undefined)[] = ['getHealth', 'getReadiness'];

function writeLine(
  accessLog: Logger,
  exchange: Exchange,
  end: {
    readonly status: number | 'aborted';
    readonly bytes: number;
    readonly milliseconds: number;
  },
): void {
  const { req, sender, credential, databaseUse, operationId } = exchange;
  const isQuiet = healthChecks.includes(operationId) && end.status === 200;
  accessLog[isQuiet ? 'debug' : 'info'](
    {
      request_id: exchange.requestId,
      ...exchange.trace,
      method: req.method,
      // A client may send a token in place of an id.
      path: withoutSecrets(req.path),
      operation: operationId,
      address: exchange.address,
      workspace: credential?.actor.workspaceId ?? sender?.workspaceId,
      actor: sender?.actorId,
      token_id: sender?.tokenId,
      public_id: sender?.publicId,
      refused: sender?.refused,
      status: end.status,
      tool: exchange.tool?.tool,
      code: exchange.errorCode ?? exchange.tool?.code,
      bytes: end.bytes,
      statements: databaseUse.statements,
      database_ms: Math.round(databaseUse.milliseconds * 10) / 10,
      ms: Math.round(end.milliseconds),
    },
    'request',
  );
}
