import type { Logger } from 'pino';
import type { Database } from '../../platform/db/connect';
import type { OpenConnections } from '../../platform/http/connections/open-connections';
import { SECOND } from '../../platform/time';
import { CommandError } from '../failure';

/**
 * Stops a server: refuses new connections, waits at most `seconds` for running requests, then
 * closes their connections. Resolves when no connection is open.
 */
export async function stopServer(
  connections: OpenConnections,
  seconds: number,
  log: Logger,
): Promise<void> {
  const timer = setTimeout(() => {
    const requests = connections.closeNow();
    if (requests > 0) log.info({ requests }, 'Requests that outlast SHUTDOWN_SECONDS are cut');
  }, seconds * SECOND);
  await connections.closeWhenIdle();
  clearTimeout(timer);
}

/** The exit code of a worker that stopped while the database did not respond. */
export const DATABASE_SILENT = 4;

/** The database did not respond while the process stopped. */
export class DatabaseSilentError extends CommandError {}

/**
 * Runs `stop`, which ends everything that uses the database, and closes the database, within
 * `seconds`. Pending statements fail early enough to send the responses of their requests. Then it
 * throws a DatabaseSilentError; their writes may be stored or not.
 */
export async function stopWithin(
  seconds: number,
  { database, log }: { readonly database: Database; readonly log: Logger },
  stop: () => Promise<unknown>,
): Promise<void> {
  let hadPending = false;
  const timer = setTimeout(() => {
    hadPending = database.cut();
  }, databaseTimeoutMs(seconds));
  try {
    await stop();
  } finally {
    await database.close();
    clearTimeout(timer);
    exitSoon();
  }
  if (!hadPending) return;
  log.error('The database did not respond in time; its pending statements were cut');
  throw new DatabaseSilentError(
    `${database.description} did not respond within SHUTDOWN_SECONDS (${seconds}). Its pending statements were cut.`,
  );
}

/**
 * The part of the time for the database, at least a quarter of a second. The rest, at most a
 * second, is for sending responses.
 */
function databaseTimeoutMs(seconds: number): number {
  return Math.max(seconds * SECOND - Math.min(seconds * 100, SECOND), SECOND / 4);
}

// Remaining work, such as hashing the password of a cut request or the timer of a new connection,
// must not keep the process alive.
function exitSoon(): void {
  setTimeout(() => process.exit(), SECOND / 4).unref();
}

/** Resolves with the first SIGTERM or SIGINT. A second one ends the process at once. */
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
