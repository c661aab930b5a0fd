import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deferred } from '../../deferred';
import { lingerTime } from './early-response';
import type { EndConnections, IsAnswering } from './sequential-requests';

/** The connections of a server, and how they end when it stops. */
export interface OpenConnections {
  /** Has every response that is not begun say `Connection: close`. All connections stay open. */
  announceEnd(): void;
  /**
   * Takes no new connections, closes each open one when it is quiet, and resolves when none is
   * left.
   */
  end(): Promise<void>;
  /**
   * Closes all of them, and new ones, at once. Returns the number of responses that were not sent.
   */
  cut(): number;
}

/**
 * Milliseconds without a byte after which a connection without a request is closed: a request that
 * its client has sent arrives by then.
 */
const quietMs = 250;
const checkEveryMs = 50;
// Turns of the event loop that may pass until one has nothing to do.
const mostTurns = 100;
const emptyTurnMs = 0.2;

/** Tracks the connections of the server from now on. */
export function trackConnections(
  server: Server,
  turns: { readonly isAnswering: IsAnswering; readonly endConnections: EndConnections },
): OpenConnections {
  const open = new Set<Socket>();
  const allClosed = deferred<void>();
  let [isEnding, hasEnded, isCut] = [false, false, false];
  server.on('connection', (socket: Socket) => {
    if (isCut) {
      socket.destroy();
      return;
    }
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      if (hasEnded && open.size === 0) allClosed.resolve();
    });
    if (isEnding) closeGently(socket);
  });

  const quiet = new WeakMap<Socket, { readonly bytesRead: number; readonly since: number }>();
  const closeQuiet = (): void => {
    const now = performance.now();
    for (const socket of open) {
      const { bytesRead } = socket;
      const last = quiet.get(socket);
      if (turns.isAnswering(socket)) quiet.delete(socket);
      else if (last?.bytesRead !== bytesRead) quiet.set(socket, { bytesRead, since: now });
      else if (now - last.since >= quietMs) close(socket);
    }
  };
  const announceEnd = (): void => {
    if (isEnding) return;
    isEnding = true;
    turns.endConnections(open);
    for (const socket of open) closeGently(socket);
  };

  return {
    announceEnd,
    async end() {
      announceEnd();
      await emptyTurn();
      // The server's own `close` also closes what it takes for idle, among it connections whose
      // response is not sent yet.
      if (server.listening) NetServer.prototype.close.call(server);
      hasEnded = true;
      if (open.size === 0) return;
      const timer = setInterval(closeQuiet, checkEveryMs);
      closeQuiet();
      await allClosed.promise;
      clearInterval(timer);
    },
    cut() {
      isCut = true;
      const unsent = [...open].filter((socket) => turns.isAnswering(socket));
      for (const socket of open) socket.destroy();
      return unsent.length;
    },
  };
}

/**
 * Resolves after a turn of the event loop that had nothing to do, or 100 turns. Call it before a
 * socket stops listening: connections that the system has accepted and the process has not are
 * reset then, and after such a turn there are none.
 */
export async function emptyTurn(): Promise<void> {
  for (let turn = 0, last = performance.now(); turn < mostTurns; turn += 1) {
    await nextTurn();
    const now = performance.now();
    if (now - last < emptyTurnMs) return;
    last = now;
  }
}

// Node calls this after a response with `Connection: close`; its own version closes at once, and a
// connection that is closed while its client sends loses the response (RFC 9112, 9.6).
function closeGently(socket: Socket): void {
  socket.destroySoon = () => close(socket);
}

/** Ends the connection, and waits for a while until the client has ended it too. */
function close(socket: Socket): void {
  if (!socket.writable) return;
  socket.end();
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerTime);
  socket.once('close', () => clearTimeout(timer));
}
