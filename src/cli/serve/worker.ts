import cluster from 'node:cluster';
import type { Config } from '../../platform/config';
import { connect } from '../../platform/db/connect';
import { deferred } from '../../platform/deferred';
import { createLog } from '../../platform/log';
import { CommandError, UsageError } from '../failure';
import { messages, takeConnections } from './dispatch';
import { createLocalServer } from './server';
import { NO_ANSWER, NoAnswerError, stopWithin } from './stop';

/**
 * `callboard worker`: one of the processes that `callboard serve --workers` starts; it finds the schema up to date. Why it cannot start, it
 * tells that process, which says it once for all of them.
 */
export async function workerCommand(
  config: Config,
  { checkResponses = false }: { readonly checkResponses?: boolean },
): Promise<void> {
  const { worker } = cluster;
  if (worker === undefined) {
    throw new UsageError('callboard worker is started by callboard serve --workers.');
  }
  const { announced, stopped } = listenForStop();
  const log = createLog(config, { worker: worker.id });
  const database = connect(config.databaseUrl, {
    poolSize: config.databasePoolSize,
    takesTurns: true,
  });
  try {
    const { server, announceStop, stop } = await createLocalServer({
      config,
      database,
      log,
      checkResponses,
    });
    try {
      // It is handed connections; with this event, Node begins to enforce their timeouts.
      server.emit('listening');
      takeConnections((socket) => {
        // As those of a server that listens are.
        socket.allowHalfOpen = true;
        server.emit('connection', socket);
      });
      void announced.then(announceStop);
      await stopped;
    } finally {
      await stopWithin(config.shutdownSeconds, { database, log }, stop);
    }
  } catch (error) {
    if (error instanceof NoAnswerError) process.exit(NO_ANSWER);
    if (!(error instanceof CommandError)) throw error;
    worker.send({ cannotStart: error.message });
  } finally {
    await database.close();
    // What keeps the process is the channel to the one that started it.
    process.channel?.unref();
  }
}

/**
 * What the process that started this one decides: when to say that the service stops, and when to
 * stop. A SIGTERM or SIGINT, which a terminal and systemd send to all of them, is passed on to that
 * process.
 */
function listenForStop(): {
  readonly announced: Promise<void>;
  readonly stopped: Promise<void>;
} {
  const [announced, stopped] = [deferred<void>(), deferred<void>()];
  const signalled = (): void => {
    announced.resolve();
    process.send?.(messages.signalled);
  };
  process.on('SIGTERM', signalled);
  process.on('SIGINT', signalled);
  process.on('message', (message) => {
    if (message === messages.announceStop) announced.resolve();
    if (message === messages.stop) stopped.resolve();
  });
  return { announced: announced.promise, stopped: stopped.promise };
}
