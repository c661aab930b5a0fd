import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The number of pipelined requests of one connection that may wait for the response before them.
 */
export const mostWaiting = 100;

interface Connection {
  latest: ServerResponse;
  waiting: number;
  isPausable: boolean;
}

/** Tells whether a response to an earlier request of the connection is not sent completely. */
export type IsAnswering = (socket: object) => boolean;

/**
 * Handles the requests of each connection one after the other. Node dispatches pipelined requests
 * (RFC 9112, 9.3.2) at once and holds their responses until the client reads the ones before, so a
 * client that reads nothing could fill the memory. While a request waits, its connection is not
 * read; a connection whose client sends more than `mostWaiting` ahead is closed.
 */
export function inTurn(handle: RequestListener): {
  readonly listener: RequestListener;
  readonly isAnswering: IsAnswering;
} {
  const connections = new WeakMap<object, Connection>();

  const listener: RequestListener = (request, response) => {
    const { socket } = request;
    // The parser finishes what it has read, also after the connection was closed.
    if (!socket.writable) return;
    const connection = connections.get(socket);
    if (connection === undefined) {
      connections.set(socket, { latest: response, waiting: 0, isPausable: false });
      handle(request, response);
      return;
    }
    const { latest } = connection;
    connection.latest = response;
    if (latest.closed) handle(request, response);
    else if (connection.waiting < mostWaiting) wait(connection, latest, request, response);
    else socket.destroy();
  };

  const wait = (
    connection: Connection,
    before: ServerResponse,
    request: IncomingMessage,
    response: ServerResponse,
  ): void => {
    const { socket } = request;
    connection.waiting += 1;
    pauseWhileWaiting(connection, socket);
    before.once('close', () => {
      connection.waiting -= 1;
      if (!socket.writable) return;
      if (connection.waiting === 0) socket.resume();
      handle(request, response);
    });
  };

  return { listener, isAnswering: (socket) => connections.get(socket)?.latest.closed === false };
}

// Node resumes a connection at the end of each request and whenever a body is read.
function pauseWhileWaiting(connection: Connection, socket: Socket): void {
  socket.pause();
  if (connection.isPausable) return;
  connection.isPausable = true;
  socket.on('resume', () => {
    if (connection.waiting > 0) socket.pause();
  });
}
