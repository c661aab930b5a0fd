import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deferred } from '../../deferred';
import { lingerTime } from './unread-body';
import type { CloseAfterResponses, IsResponding } from './pipelining';

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
