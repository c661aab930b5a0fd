import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The number of pipelined requests of one connection that may wait for the response before them.
 */
export const maxWaiting = 100;

interface Connection {
  latest: ServerResponse;
  waiting: number;
  isPausable: boolean;
  /** Whether the latest response would leave the connection open if the server did not stop. */
  isEnding: boolean;
  /** Requests that came after a response that was to be the last. */
  more: number;
}

/** Tells whether a response to an earlier request of the connection is not sent completely. */
export type IsAnswering = (socket: object) => boolean;

/** Has the last response of each connection say `Connection: close`, from now on. */
export type EndConnections = (open: Iterable<object>) => void;

/** Calls back once the responses to all earlier requests of the connection are sent or given up. */
type OnceAnswered = (socket: object, callback: () => void) => void;

/**
 * Handles the requests of each connection one after the other. Node dispatches pipelined requests
 * (RFC 9112, 9.3.2) at once and holds their responses until the client reads the ones before, so a
 * client that reads nothing could fill the memory. While a request waits, its connection is not
 * read; a connection whose client sends more than `mostWaiting` ahead is closed.
 */
export function serializeRequests(handle: RequestListener): {
  readonly listener: RequestListener;
  readonly isAnswering: IsAnswering;
  readonly endConnections: EndConnections;
  readonly onceAnswered: OnceAnswered;
} {
  const connections = new WeakMap<object, Connection>();
  let isStopping = false;

  const listener: RequestListener = (request, response) => {
    const { socket } = request;
    // The parser finishes what it has read, also after the connection was closed.
    if (!socket.writable) return;
    const connection = connections.get(socket);
    if (connection === undefined) {
      const first = {
        latest: response,
        waiting: 0,
        isPausable: false,
        isEnding: false,
        more: 0,
      };
      connections.set(socket, first);
      if (isStopping) sayClose(first);
      handle(request, response);
      return;
    }
    const { latest } = connection;
    if (isStopping) takeBackClose(connection);
    connection.latest = response;
    if (isStopping) sayClose(connection);
    if (latest.closed) handle(request, response);
    else if (connection.waiting < maxWaiting) wait(connection, latest, request, response);
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

  const isAnswering: IsAnswering = (socket) => connections.get(socket)?.latest.closed === false;
  const onceAnswered: OnceAnswered = (socket, callback) => {
    if (isAnswering(socket)) connections.get(socket)?.latest.once('close', callback);
    else callback();
  };

  return {
    listener,
    isAnswering,
    onceAnswered,
    endConnections(open) {
      isStopping = true;
      for (const socket of open) {
        const connection = connections.get(socket);
        if (connection !== undefined) sayClose(connection);
      }
    },
  };
}

// By this field, unlike by a header, Node knows both what to say and what to do.
function sayClose(connection: Connection): void {
  const { latest } = connection;
  connection.isEnding = latest.shouldKeepAlive && !latest.headersSent;
  if (connection.isEnding) latest.shouldKeepAlive = false;
}

// Nothing after a response with `Connection: close` is answered (RFC 9112, 9.6). A client that
// never stops sending requests gets so many more responses.
function takeBackClose(connection: Connection): void {
  const { latest } = connection;
  if (!connection.isEnding || latest.headersSent || connection.more >= maxWaiting) return;
  connection.more += 1;
  latest.shouldKeepAlive = true;
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
