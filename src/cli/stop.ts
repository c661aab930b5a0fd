import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Stops a server: takes no new connections, lets running requests finish for at most `seconds`, then cuts what is left.
 * Resolves when no connection is open.
 */
export async function stopServer(server: Server, seconds: number): Promise<void> {
  const abort = new AbortController();
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const patience = delay(seconds * 1000, undefined, { signal: abort.signal }).then(
    () => server.closeAllConnections(),
    () => undefined,
  );
  await closed;
  abort.abort();
  await patience;
}

/** Resolves with the name of the first SIGTERM or SIGINT. A second one ends the process at once, as usual. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals): void => {
      process.off('SIGTERM', stop);
      process.off('SIGINT', stop);
      resolve(signal);
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
}

/** What a worker is told when it has to stop. */
export const STOP = 'stop';

/**
 * Resolves when a worker is to stop: told so by the process that started it, or by a SIGTERM or SIGINT, which a terminal sends to
 * both. More of them change nothing: a second one ends that process, and its end ends the worker.
 */
export function stopRequest(): Promise<void> {
  return new Promise((resolve) => {
    process.on('SIGTERM', () => resolve());
    process.on('SIGINT', () => resolve());
    process.on('message', (message) => {
      if (message === STOP) resolve();
    });
  });
}
