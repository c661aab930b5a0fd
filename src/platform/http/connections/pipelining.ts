import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The number of pipelined requests of one connection that may wait for their turn. */
export const maxWaiting = 100;

interface Connection {
  latest: ServerResponse;
  waiting: number;
  /** Whether the connection pauses itself again when Node resumes it. */
  staysPaused: boolean;
  /** Whether the latest response closes the connection only because the server is stopping. */
  isClosing: boolean;
  /** The number of requests that arrived after a response was announced as the last. */
  lateRequests: number;
}

/** Whether a response to an earlier request of the connection is not sent completely. */
export type IsResponding = (socket: object) => boolean;

/** From now on, the last response of each connection carries `Connection: close`. */
export type CloseAfterResponses = (open: Iterable<object>) => void;

/** Calls back when the responses to all earlier requests of the connection are sent or aborted. */
type AfterResponses = (socket: object, callback: () => void) => void;

/**
 * Handles the requests of each connection one at a time. Node dispatches pipelined requests
 * (RFC 9112, 9.3.2) at once and buffers their responses until the client reads the earlier ones, so
 * a client that never reads could exhaust the memory. The connection is paused while a request
 * waits, and closed when more than `maxWaiting` requests wait.
 */
export function serializeRequests(handle: RequestListener): {
  readonly listener: RequestListener;
  readonly isResponding: IsResponding;
  readonly closeAfterResponses: CloseAfterResponses;
  readonly afterResponses: AfterResponses;
} {
  const connections = new WeakMap<object, Connection>();
  let isStopping = false;

  const listener: RequestListener = (request, response) => {
    const { socket } = request;
    // The parser still emits the requests that it has read when the connection closes.
    if (!socket.writable) return;
    const connection = connections.get(socket);
    if (connection === undefined) {
      const first = {
        latest: response,
        waiting: 0,
        staysPaused: false,
        isClosing: false,
        lateRequests: 0,
      };
      connections.set(socket, first);
      if (isStopping) closeAfterLatest(first);
      handle(request, response);
      return;
    }
    const { latest } = connection;
    if (isStopping) keepOpenAfterLatest(connection);
    connection.latest = response;
    if (isStopping) closeAfterLatest(connection);
    if (latest.closed) handle(request, response);
    else if (connection.waiting < maxWaiting) enqueue(connection, latest, request, response);
    else socket.destroy();
  };

  const enqueue = (
    connection: Connection,
    previous: ServerResponse,
    request: IncomingMessage,
    response: ServerResponse,
  ): void => {
    const { socket } = request;
    connection.waiting += 1;
    pauseWhileWaiting(connection, socket);
    previous.once('close', () => {
      connection.waiting -= 1;
      if (!socket.writable) return;
      if (connection.waiting === 0) socket.resume();
      handle(request, response);
    });
  };

  const isResponding: IsResponding = (socket) => connections.get(socket)?.latest.closed === false;
  const afterResponses: AfterResponses = (socket, callback) => {
    if (isResponding(socket)) connections.get(socket)?.latest.once('close', callback);
    else callback();
  };

  return {
    listener,
    isResponding,
    afterResponses,
    closeAfterResponses(open) {
      isStopping = true;
      for (const socket of open) {
        const connection = connections.get(socket);
        if (connection !== undefined) closeAfterLatest(connection);
      }
    },
  };
}

// Unlike a header, this field also makes Node close the connection after the response.
function closeAfterLatest(connection: Connection): void {
  const { latest } = connection;
  connection.isClosing = latest.shouldKeepAlive && !latest.headersSent;
  if (connection.isClosing) latest.shouldKeepAlive = false;
}

// A request after a response with `Connection: close` would get no response (RFC 9112, 9.6). The
// number is limited, because a client might never stop sending requests.
function keepOpenAfterLatest(connection: Connection): void {
  const { latest } = connection;
  if (!connection.isClosing || latest.headersSent || connection.lateRequests >= maxWaiting) return;
  connection.lateRequests += 1;
  latest.shouldKeepAlive = true;
}

// Node resumes the connection at the end of each request and whenever a body is read.
function pauseWhileWaiting(connection: Connection, socket: Socket): void {
  socket.pause();
  if (connection.staysPaused) return;
  connection.staysPaused = true;
  socket.on('resume', () => {
    if (connection.waiting > 0) socket.pause();
  });
}
