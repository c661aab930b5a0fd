import {
  createServer,
  IncomingMessage,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { limits } from '../../../../generated/limits';
import { newRequestId } from '../../ids';
import { invalidValue, problem, type Problem } from '../../problems';
import { SECOND } from '../../time';
import { type OpenConnections, serializeRequests, trackConnections } from './open-connections';

/** Milliseconds in which the headers of a request, and the whole request, must arrive. */
export interface RequestTimes {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  /** How often this is checked. */
  readonly connectionsCheckingInterval: number;
}

// Node's default of five minutes lets slow clients occupy memory for long.
const requestTimes: RequestTimes = {
  headersTimeout: 60 * SECOND,
  requestTimeout: 120 * SECOND,
  connectionsCheckingInterval: 5 * SECOND,
};

// Longer than that of common proxies (nginx and AWS 60 s, Traefik 90 s, Google 600 s), so that the
// proxy closes an idle connection first and never sends a request into a closing one.
const keepAliveTimeout = 620 * SECOND;

/** A Node server with its open connections. */
export interface HttpServer {
  readonly server: Server;
  readonly connections: OpenConnections;
}

/**
 * Creates a Node HTTP server for the application. Malformed HTTP, headers that are too large, a
 * missing Host header and unknown expectations also get the contract's error envelope; Node's own
 * responses lack it. `headers` are sent with every response.
 */
export function createHttpServer(
  app: Express,
  headers: Readonly<Record<string, string>> = {},
  times: RequestTimes = requestTimes,
): HttpServer {
  const { listener, isResponding, awaitsBody, closeAfterResponses, afterResponses } =
    serializeRequests(app);
  const options = {
    ...times,
    keepAliveTimeout,
    maxHeaderSize: limits.head_bytes,
    requireHostHeader: false,
    ...messageClassesOf(app),
  };
  const server = createServer(options, listener);
  // RFC 9110, 10.1.1: an unknown expectation may be ignored.
  server.on('checkExpectation', listener);
  const respondAndClose = (socket: Duplex, failure: Problem): void => {
    // The client would read an error that follows a partial response as a part of it.
    if (!socket.writable || isResponding(socket)) socket.destroy();
    else socket.end(rawResponse(failure, headers));
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // RFC 9112, 9.6: data after a request with `Connection: close` is ignored; that request still
    // gets its response.
    if (error.code === 'HPE_CLOSED_CONNECTION' && isResponding(socket)) return;
    // The client has sent its last byte and may still read.
    if (error.code === 'HPE_INVALID_EOF_STATE' && awaitsBody(socket)) {
      socket.end(rawResponse(endsEarly(), headers));
      return;
    }
    const failure = problemOf(error.code);
    if (failure === undefined) socket.destroy();
    else respondAndClose(socket, failure);
  });
  // Without a listener, Node closes the connection without a response. With one, Node removes its
  // own listeners from the socket, and an unhandled error event would end the process.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('finish', () => socket.destroy());
    afterResponses(socket, () => respondAndClose(socket, connectNotAllowed()));
  });
  return { server, connections: trackConnections(server, { isResponding, closeAfterResponses }) };
}

// RFC 9110, 9.3.6: the target of CONNECT is another host, so no method is allowed for it.
function connectNotAllowed(): Problem {
  const headers = { Allow: '' };
  return problem('METHOD_NOT_ALLOWED', 'This server opens no tunnels.', { headers });
}

function endsEarly(): Problem {
  return invalidValue('body', 'The connection ends before the body does. Send the whole body.');
}

function problemOf(code: string | undefined): Problem | undefined {
  if (code === 'HPE_HEADER_OVERFLOW') return invalidValue('header', 'The headers are too large.');
  if (code?.startsWith('HPE_') === true) return invalidValue('header', 'This is no HTTP request.');
  return undefined;
}

function rawResponse(failure: Problem, headers: Readonly<Record<string, string>>): string {
  const body = JSON.stringify(failure.envelope());
  return [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${newRequestId()}`,
    ...Object.entries({ ...headers, ...failure.headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

/**
 * Creates the request and response classes for Node's HTTP server, with Express's prototypes.
 * Otherwise Express replaces the prototype of every request and response, which deoptimizes them in
 * V8 (docs/performance.md has the cost). Throws when this Express has no such prototypes.
 */
function messageClassesOf(app: Express) {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  Object.setPrototypeOf(Request.prototype, prototypeOf(app, 'request'));
  Object.setPrototypeOf(Response.prototype, prototypeOf(app, 'response'));
  Object.assign(app, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
}

function prototypeOf(app: Express, name: 'request' | 'response'): object {
  const prototype: unknown = Reflect.get(app, name);
  if (typeof prototype === 'object' && prototype !== null) return prototype;
  throw new Error(`This version of Express has no prototype for a ${name}.`);
}

const yearInSeconds = 31_536_000;

/**
 * The HSTS header (RFC 6797), for a year, when `PUBLIC_URL` is https; otherwise no header. It does
 * not include subdomains, because they may not support https.
 */
export function transportHeaders(publicUrl: string | undefined): Readonly<Record<string, string>> {
  if (publicUrl?.startsWith('https://') !== true) return {};
  return { 'Strict-Transport-Security': `max-age=${yearInSeconds}` };
}
