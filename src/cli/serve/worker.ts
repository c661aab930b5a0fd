import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { operationFacts } from '../../../generated/handlers';
import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { traceStatements } from '../../platform/db/database-use';
import { deferred } from '../../platform/turns';
import { createLog } from '../../platform/log';
import type { Metrics } from '../../platform/metrics/metrics';
import { packageVersion } from '../../platform/package-root';
import { openDatabase } from '../database';
import { CommandError, UsageError } from '../failure';
import { messages, receiveConnections } from './dispatch';
import { loadProcessTracing } from './process-tracing';
import { createLocalServer } from './server';
import { DATABASE_SILENT, DatabaseSilentError, stopWithin } from './stop';

/**
 * `callboard worker`: one of the processes that `callboard serve --workers` starts after it has
 * migrated the schema. If the worker cannot start, it sends the reason to that process, which
 * reports it once for all workers.
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
  const database = openDatabase(config, { takesTurns: true });
  traceStatements(database.knex.client, log);
  try {
    const metrics = await loadMetrics(config, database, log);
    const tracing = await loadProcessTracing({ config, database, log });
    const { server, announceStop, stop } = await createLocalServer({
      config,
      database,
      log,
      checkResponses,
      metrics,
      tracing,
    });
    try {
      // The server does not listen. On this event, Node starts to enforce its connections'
      // timeouts.
      server.emit('listening');
      receiveConnections((socket) => {
        // Like the connections of a server that listens.
        socket.allowHalfOpen = true;
        server.emit('connection', socket);
      });
      void announced.then(announceStop);
      await stopped;
    } finally {
      await stopWithin(config.shutdownSeconds, { database, log }, async () => {
        await stop();
        await tracing?.stop();
      });
    }
  } catch (error) {
    if (error instanceof DatabaseSilentError) process.exit(DATABASE_SILENT);
    if (!(error instanceof CommandError)) throw error;
    worker.send({ cannotStart: error.message });
  } finally {
    await database.close();
    // The open IPC channel would keep this process alive.
    process.channel?.unref();
  }
}

async function loadMetrics(
  config: Config,
  database: Database,
  log: Logger,
): Promise<Metrics | undefined> {
  if (config.metricsPort === undefined) return undefined;
  const { createMetrics } = await import('../../platform/metrics/metrics.js');
  const { sendMetrics } = await import('./worker-metrics.js');
  const metrics = createMetrics(database, operationFacts, packageVersion());
  sendMetrics(metrics.registry, log);
  return metrics;
}

/**
 * Listens for the decisions of the primary process: when to announce the stop, and when to stop.
 * Passes a SIGTERM or SIGINT, which terminals and systemd send to all processes, on to it.
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
