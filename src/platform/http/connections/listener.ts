import { createServer, STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { limits } from '../../../../generated/limits';
import { newRequestId } from '../../ids';
import { invalidValue, problem, type Problem } from '../../problems';
import { SECOND } from '../../time';
import { serializeRequests } from './sequential-requests';
import { messageClassesOf } from './message-classes';
import { trackConnections, type OpenConnections } from './open-connections';

/**
 * Milliseconds in which the headers of a request, and all of it, must have arrived. Node's own five
 * minutes let slow senders hold bodies for long. An idle connection stays open for longer than
 * proxies keep theirs (nginx and AWS 60 s, Traefik 90 s, Google 600 s): whoever closes it first
 * must be the one that sends, or a request meets a connection that is being closed.
 */
const timeouts = {
  headersTimeout: 60 * SECOND,
  requestTimeout: 120 * SECOND,
  keepAliveTimeout: 620 * SECOND,
};

/** A server, and the connections that it has. */
export interface Listener {
  readonly server: Server;
  readonly connections: OpenConnections;
}

/**
 * A Node HTTP server around the application whose every answer is the contract's. Node would itself
 * answer, without the error envelope, what is no HTTP, headers that are too large, a missing Host
 * and an expectation that it does not know. `headers` are those of every answer.
 */
export function createListener(
  app: Express,
  headers: Readonly<Record<string, string>> = {},
): Listener {
  const { listener, isAnswering, endConnections, onceAnswered } = serializeRequests(app);
  const options = {
    ...timeouts,
    maxHeaderSize: limits.head_bytes,
    requireHostHeader: false,
    ...messageClassesOf(app),
  };
  const server = createServer(options, listener);
  // RFC 9110, 10.1.1: an unknown expectation may be ignored.
  server.on('checkExpectation', listener);
  const refuse = (socket: Duplex, failure: Problem): void => {
    // In the middle of another answer, an error would be read as a part of it.
    if (!socket.writable || isAnswering(socket)) socket.destroy();
    else socket.end(rawAnswer(failure, headers));
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // RFC 9112, 9.6: what follows a request with `Connection: close` is ignored, and that request
    // answered.
    if (error.code === 'HPE_CLOSED_CONNECTION' && isAnswering(socket)) return;
    const failure = problemOf(error.code);
    if (failure === undefined) socket.destroy();
    else refuse(socket, failure);
  });
  // Without a listener, Node closes the connection without a response. With one, it takes its own
  // listeners off the socket, and an error event that nobody hears ends the process.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('finish', () => socket.destroy());
    onceAnswered(socket, () => refuse(socket, noTunnel()));
  });
  return { server, connections: trackConnections(server, { isAnswering, endConnections }) };
}

// RFC 9110, 9.3.6: the target of CONNECT is another host, which has no method here.
function noTunnel(): Problem {
  const headers = { Allow: '' };
  return problem('METHOD_NOT_ALLOWED', 'This server opens no tunnels.', { headers });
}

function problemOf(code: string | undefined): Problem | undefined {
  if (code === 'HPE_HEADER_OVERFLOW') return invalidValue('header', 'The headers are too large.');
  if (code?.startsWith('HPE_') === true) return invalidValue('header', 'This is no HTTP request.');
  return undefined;
}

function rawAnswer(failure: Problem, headers: Readonly<Record<string, string>>): string {
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
