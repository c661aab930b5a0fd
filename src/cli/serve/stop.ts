import type { Logger } from 'pino';
import type { Database } from '../../platform/db/connect';
import type { OpenConnections } from '../../platform/http/connections/open-connections';
import { SECOND } from '../../platform/time';
import { CommandError } from '../failure';

/**
 * Ends the connections of a server: takes no new ones, lets running requests finish for at most
 * `seconds`, then cuts what is left. Resolves when no connection is open.
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

/** Exit code of a worker that stopped without an answer of the database. */
export const NO_ANSWER = 4;

/** The database did not answer while the process stopped. */
export class NoAnswerError extends CommandError {}

/**
 * Stops what uses the database, and closes it, within `seconds` whatever the database does.
 * Statements that are not answered by then fail early enough for their requests to be answered.
 * Throws a NoAnswerError when there were some; what was being written may be stored or not.
 */
export async function stopWithin(
  seconds: number,
  { database, log }: { readonly database: Database; readonly log: Logger },
  stop: () => Promise<unknown>,
): Promise<void> {
  let isCut = false;
  const timer = setTimeout(() => {
    isCut = database.cut();
  }, patienceMs(seconds));
  try {
    await stop();
  } finally {
    await database.close();
    clearTimeout(timer);
    exitSoon();
  }
  if (!isCut) return;
  log.error('The database did not answer in time: what waited for it was given up');
  throw new NoAnswerError(
    `${database.description} did not answer within SHUTDOWN_SECONDS (${seconds}). What waited for it was given up.`,
  );
}

/**
 * What the database gets of the time: the rest, at most a second, is for the answers. It is never
 * less than a quarter of a second.
 */
function patienceMs(seconds: number): number {
  return Math.max(seconds * SECOND - Math.min(seconds * 100, SECOND), SECOND / 4);
}

// What is left behind, such as a password of a cut request that is being hashed or the timer of a
// connection that was being made, must not keep the process.
function exitSoon(): void {
  setTimeout(() => process.exit(), SECOND / 4).unref();
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
