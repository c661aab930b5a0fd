import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer, Socket, type Server } from 'node:net';
import { deferred } from '../../platform/deferred';
import { isRecord } from '../../platform/json';
import { idleTurn } from '../../platform/http/connections/open-connections';

/** What workers and the process that started them tell each other. */
export const messages = {
  /** From a worker: it can take a connection. */
  ready: 'ready',
  /** From a worker: it was told to stop by a signal. */
  signalled: 'signalled',
  /** To a worker, with the connection. */
  connection: 'connection',
  /** To a worker: say that the service stops. */
  announceStop: 'announce-stop',
  /** To a worker: finish what runs, and end. */
  stop: 'stop',
} as const;

/** Takes the connections of a port and hands them to workers in turn. */
export interface Dispatch {
  readonly server: Server;
  /** The worker can take a connection, the first one or one more. */
  add(worker: Worker): void;
  /** The worker gets no more connections. */
  remove(worker: Worker): void;
  /** Stops listening. Resolves when workers have all connections, or `giveUp` is aborted. */
  end(giveUp: AbortSignal): Promise<void>;
}

/**
 * Makes a dispatch that does not listen yet. Each worker has one connection on its way to it at
 * most, so one that dies loses no more. Unlike the cluster module's, its socket can stop listening
 * before the workers stop: a connection that was accepted is served.
 */
export function createDispatch(): Dispatch {
  const waiting: Socket[] = [];
  let free: Worker[] = [];
  let served = deferred<void>();

  const next = (): void => {
    for (;;) {
      const [worker, socket] = [free[0], waiting[0]];
      if (worker === undefined || socket === undefined) break;
      free.shift();
      waiting.shift();
      worker.send(messages.connection, socket, (error) => {
        if (error !== null) socket.destroy();
      });
    }
    if (waiting.length === 0) served.resolve();
  };

  const server = createServer({ pauseOnConnect: true, noDelay: true, allowHalfOpen: true });
  server.on('connection', (socket) => {
    socket.on('error', () => socket.destroy());
    waiting.push(socket);
    next();
  });
  return {
    server,
    add(worker) {
      if (!worker.isConnected()) return;
      free.push(worker);
      next();
    },
    remove(worker) {
      free = free.filter((one) => one !== worker);
    },
    async end(giveUp) {
      await idleTurn();
      server.close();
      served = deferred();
      next();
      await Promise.race([served.promise, giveUp.aborted || once(giveUp, 'abort')]);
      for (const socket of waiting.splice(0)) socket.destroy();
    },
  };
}

/** Has this worker's server take the connections that it is handed. */
export function takeConnections(accept: (socket: Socket) => void): void {
  process.on('message', (message, handle) => {
    if (message !== messages.connection) return;
    process.send?.(messages.ready);
    if (handle instanceof Socket) accept(handle);
  });
  process.send?.(messages.ready);
}

/** The reason in a worker's message that it cannot start. */
export function reasonIn(message: unknown): string | undefined {
  return isRecord(message) ? String(message['cannotStart']) : undefined;
}
