import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer, type Server, Socket } from 'node:net';
import { deferred } from '../../platform/turns';
import { idleTurn } from '../../platform/http/connections/open-connections';
import { isRecord } from '../../platform/json';

/** The messages between workers and the primary process, which started them. */
export const messages = {
  /** From a worker: it can accept a connection. */
  ready: 'ready',
  /** From a worker: it received a signal to stop. */
  signalled: 'signalled',
  /** To a worker: a connection to serve. */
  connection: 'connection',
  /** To a worker: announce to clients that the service stops. */
  announceStop: 'announce-stop',
  /** To a worker: send the metrics. */
  metrics: 'metrics',
  /** To a worker: finish the running requests and exit. */
  stop: 'stop',
} as const;

/** Accepts the connections of a port and passes them to workers in turn. */
export interface Dispatch {
  readonly server: Server;
  /** The worker can accept one connection more. */
  add(worker: Worker): void;
  /** Passes no more connections to the worker. */
  remove(worker: Worker): void;
  /** Stops listening. Resolves when workers have all connections, or when `deadline` aborts. */
  end(deadline: AbortSignal): Promise<void>;
}

/**
 * Creates a dispatch that does not listen yet. At most one connection is in transit to each worker,
 * so a worker that dies loses no more. Unlike the socket of the cluster module, its socket stops
 * listening before the workers stop, so every accepted connection is served.
 */
export function createDispatch(): Dispatch {
  const waiting: Socket[] = [];
  let free: Worker[] = [];
  let allServed = deferred<void>();

  const passConnections = (): void => {
    for (;;) {
      const [worker, socket] = [free[0], waiting[0]];
      if (worker === undefined || socket === undefined) break;
      free.shift();
      waiting.shift();
      worker.send(messages.connection, socket, (error) => {
        if (error !== null) socket.destroy();
      });
    }
    if (waiting.length === 0) allServed.resolve();
  };

  const server = createServer({ pauseOnConnect: true, noDelay: true, allowHalfOpen: true });
  server.on('connection', (socket) => {
    socket.on('error', () => socket.destroy());
    waiting.push(socket);
    passConnections();
  });
  return {
    server,
    add(worker) {
      if (!worker.isConnected()) return;
      free.push(worker);
      passConnections();
    },
    remove(worker) {
      free = free.filter((one) => one !== worker);
    },
    async end(deadline) {
      await idleTurn();
      server.close();
      allServed = deferred();
      passConnections();
      await Promise.race([allServed.promise, deadline.aborted || once(deadline, 'abort')]);
      for (const socket of waiting.splice(0)) socket.destroy();
    },
  };
}

/** Passes the connections that this worker receives to `accept`. */
export function receiveConnections(accept: (socket: Socket) => void): void {
  process.on('message', (message, handle) => {
    if (message !== messages.connection) return;
    process.send?.(messages.ready);
    if (handle instanceof Socket) accept(handle);
  });
  process.send?.(messages.ready);
}

/** The reason in a worker's message that it cannot start; undefined for other messages. */
export function reasonIn(message: unknown): string | undefined {
  if (!isRecord(message) || !('cannotStart' in message)) return undefined;
  return String(message['cannotStart']);
}
