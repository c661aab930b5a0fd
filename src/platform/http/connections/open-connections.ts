import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { deferred } from '../../turns';
import { SECOND } from '../../time';

/** The open connections of a server, and how to close them when it stops. */
export interface OpenConnections {
  /** Adds `Connection: close` to every response whose headers are not sent. Closes none. */
  announceClose(): void;
  /**
   * Stops accepting connections, closes each open one when it is idle, and resolves when all are
   * closed.
   */
  closeWhenIdle(): Promise<void>;
  /** Closes all connections, and new ones, at once. Returns the number of unsent responses. */
  closeNow(): number;
}

/**
 * Milliseconds without received data after which a connection counts as idle: a request that is
 * under way arrives by then.
 */
const idleMs = 250;
const idleCheckMs = 50;
// The number of event loop turns to wait for an idle one.
const maxTurns = 100;
const idleTurnMs = 0.2;

/** Tracks the connections that the server accepts from now on. */
export function trackConnections(
  server: Server,
  requests: {
    readonly isResponding: IsResponding;
    readonly closeAfterResponses: CloseAfterResponses;
  },
): OpenConnections {
  const open = new Set<Socket>();
  const allClosed = deferred<void>();
  let [isClosing, hasStopped, isClosed] = [false, false, false];
  server.on('connection', (socket: Socket) => {
    if (isClosed) {
      socket.destroy();
      return;
    }
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      if (hasStopped && open.size === 0) allClosed.resolve();
    });
    if (isClosing) useLingeringClose(socket);
  });

  const idle = new WeakMap<Socket, { readonly bytesRead: number; readonly since: number }>();
  const closeIdle = (): void => {
    const now = performance.now();
    for (const socket of open) {
      const { bytesRead } = socket;
      const last = idle.get(socket);
      if (requests.isResponding(socket)) idle.delete(socket);
      else if (last?.bytesRead !== bytesRead) idle.set(socket, { bytesRead, since: now });
      else if (now - last.since >= idleMs) close(socket);
    }
  };
  const announceClose = (): void => {
    if (isClosing) return;
    isClosing = true;
    requests.closeAfterResponses(open);
    for (const socket of open) useLingeringClose(socket);
  };

  return {
    announceClose,
    async closeWhenIdle() {
      announceClose();
      await idleTurn();
      // The HTTP server's own `close` also closes connections that it considers idle, although
      // their response may not be sent yet.
      if (server.listening) NetServer.prototype.close.call(server);
      hasStopped = true;
      if (open.size === 0) return;
      const timer = setInterval(closeIdle, idleCheckMs);
      closeIdle();
      await allClosed.promise;
      clearInterval(timer);
    },
    closeNow() {
      isClosed = true;
      const unsent = [...open].filter((socket) => requests.isResponding(socket));
      for (const socket of open) socket.destroy();
      return unsent.length;
    },
  };
}

/**
 * Resolves after an event loop turn without work, at the latest after 100 turns. Call it before
 * closing a listening socket: closing resets connections that the operating system has accepted and
 * the process has not, and after an idle turn there are none.
 */
export async function idleTurn(): Promise<void> {
  for (let turn = 0, last = performance.now(); turn < maxTurns; turn += 1) {
    await nextTurn();
    const now = performance.now();
    if (now - last < idleTurnMs) return;
    last = now;
  }
}

// Node calls destroySoon after a response with `Connection: close`. Its own version closes at once,
// and a client that is still sending then loses the response (RFC 9112, 9.6).
function useLingeringClose(socket: Socket): void {
  socket.destroySoon = () => close(socket);
}

// Sends FIN and gives the client a short time to close its side.
function close(socket: Socket): void {
  if (!socket.writable) return;
  socket.end();
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerTime);
  socket.once('close', () => clearTimeout(timer));
}

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
type IsResponding = (socket: object) => boolean;

/** From now on, the last response of each connection carries `Connection: close`. */
type CloseAfterResponses = (open: Iterable<object>) => void;

/** Whether the only request without a response is one whose body has not arrived completely. */
type AwaitsBody = (socket: object) => boolean;

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
  readonly awaitsBody: AwaitsBody;
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
  const awaitsBody: AwaitsBody = (socket) => {
    const { latest, waiting = 0 } = connections.get(socket) ?? {};
    if (latest === undefined || waiting > 0) return false;
    return !latest.closed && !latest.headersSent && !latest.req.complete;
  };
  const afterResponses: AfterResponses = (socket, callback) => {
    if (isResponding(socket)) connections.get(socket)?.latest.once('close', callback);
    else callback();
  };

  return {
    listener,
    isResponding,
    awaitsBody,
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

/** The rest of a body of at most this many bytes is read, so that its connection can be reused. */
const smallBodyBytes = 64 * 1024;
// Some clients send their whole body before they read the response. The limit for accepted bodies
// is 2 MiB.
const maxDiscardedBytes = 8 * 2 ** 20;
/** Milliseconds in which the client may still send before the server closes the connection. */
const lingerTime = 2 * SECOND;

/** Whether the request has a body (RFC 9112, 6.3). */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Limits how much of an unread body the server receives after it has responded; Node itself would
 * read without end. The client gets a short time to send the rest of a small body. After any other
 * body the connection closes. Call it before the response headers are sent.
 */
export function limitUnreadBody(req: Request, res: Response): void {
  if (req.complete || !hasBody(req)) return;
  const length = req.headers['content-length'];
  if (length !== undefined && Number(length) <= smallBodyBytes) {
    res.once('close', () => {
      if (!req.complete) discardRest(req, () => undefined);
    });
    return;
  }
  res.setHeader('Connection', 'close');
  const { socket } = req;
  // Node calls destroySoon after a response with that header. Its own version closes at once, and
  // a client that is still sending then loses the response (RFC 9112, 9.6).
  socket.destroySoon = () => {
    socket.end();
    discardRest(req, () => socket.destroy());
  };
}

// Closes the connection when the rest takes too long or is too large. Node discards unread data.
function discardRest(req: Request, done: () => void): void {
  const { socket } = req;
  let discarded = 0;
  const timer = setTimeout(() => socket.destroy(), lingerTime);
  const stopTimer = (): void => clearTimeout(timer);
  socket.once('close', stopTimer);
  req.once('end', () => {
    stopTimer();
    socket.off('close', stopTimer);
    done();
  });
  req.on('data', (bytes: Buffer) => {
    discarded += bytes.length;
    if (discarded > maxDiscardedBytes) socket.destroy();
  });
}
