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
