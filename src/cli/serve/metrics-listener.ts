import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { operationFacts } from '../../../generated/handlers';
import type { Config } from '../../platform/config';
import type { Database } from '../../platform/db/connect';
import { hasNoConnectionLeft } from '../../platform/db/faults';
import { createMetrics, type Metrics, instrumentsOf } from '../../platform/metrics/metrics';
import { packageVersion } from '../../platform/package-root';
import { SECOND } from '../../platform/time';
import { cannotListen, urlOf } from './server';
import { createWorkerMetrics, type WorkerMetrics } from './worker-metrics';
import { findDeliveryBacklog } from '../../features/webhooks';
import { readDatabaseTime } from '../../platform/db/clock-and-epoch';
import { findPurgeLags } from '../../platform/db/purge';
import { createReader } from '../../platform/db/reader';
import { findOldestDueTimer } from '../../shared/timer-store';

/** The metrics of a serving installation. */
export interface Monitoring {
  /** Those of this process. */
  readonly metrics: Metrics;
  /** Those of the workers; undefined if this process serves alone. */
  readonly workers: WorkerMetrics | undefined;
  /**
   * Serves `GET /metrics` on METRICS_PORT, in the text format of Prometheus. Rejects with a
   * CommandError if it cannot listen. Resolves with a function that stops it.
   */
  listen(): Promise<() => Promise<void>>;
}

/** What the metrics are created with. */
export interface MonitoringParts {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
  /** Whether workers serve the requests. */
  readonly isShared: boolean;
}

const maxHeaderMs = 5 * SECOND;

/** Creates the metrics of the process that starts the service. */
export function createMonitoring(parts: MonitoringParts): Monitoring {
  const { config, database, log, isShared } = parts;
  const metrics = createMetrics(database, operationFacts, packageVersion());
  const workers = isShared ? createWorkerMetrics(metrics.registry) : undefined;
  const readState = addStateMetrics(metrics.registry, { database, log });
  const collect = async (): Promise<string> => {
    await readState();
    if (workers === undefined) return metrics.registry.metrics();
    const own = await metrics.registry.getMetricsAsJSON();
    return AggregatorRegistry.aggregate([own, ...(await workers.collect())]).metrics();
  };
  // Scrapers that overlap share one reading.
  let running: Promise<string> | undefined;
  const collectOnce = (): Promise<string> =>
    (running ??= collect().finally(() => {
      running = undefined;
    }));
  const listen = async (): Promise<() => Promise<void>> => {
    const limits = { headersTimeout: maxHeaderMs, requestTimeout: maxHeaderMs };
    const server = createServer(limits, (req, res) => {
      void respond(req, res, { token: config.metricsToken, collect: collectOnce, log });
    });
    server.listen(config.metricsPort, config.host);
    try {
      await once(server, 'listening');
    } catch (error) {
      throw cannotListen('METRICS_PORT', config.host, config.metricsPort ?? 0, error);
    }
    log.info({ metrics: `${urlOf(server)}/metrics` }, 'Metrics are served');
    return async () => {
      server.close();
      server.closeAllConnections();
    };
  };
  return { metrics, workers, listen };
}

async function respond(
  req: IncomingMessage,
  res: ServerResponse,
  {
    token,
    collect,
    log,
  }: {
    readonly token: string | undefined;
    readonly collect: () => Promise<string>;
    readonly log: Logger;
  },
): Promise<void> {
  const send = (status: number, text: string, headers: Record<string, string> = {}): void => {
    res.writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
      ...headers,
    });
    res.end(req.method === 'HEAD' ? undefined : text);
  };
  if (req.url?.split('?')[0] !== '/metrics') return send(404, 'The metrics are at /metrics.\n');
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    return send(405, 'Use GET.\n', { Allow: 'GET, HEAD' });
  }
  if (token !== undefined && !isToken(req.headers.authorization, token)) {
    const headers = { 'WWW-Authenticate': 'Bearer realm="metrics"' };
    return send(401, 'Send METRICS_TOKEN as a bearer token.\n', headers);
  }
  try {
    const text = await collect();
    send(200, text, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
  } catch (error) {
    log.error({ err: error }, 'The metrics cannot be collected');
    send(500, 'The metrics cannot be collected. The log says why.\n');
  }
}

function isToken(authorization: string | undefined, token: string): boolean {
  const [, sent = ''] = /^bearer (.+)$/i.exec(authorization ?? '') ?? [];
  const [given, expected] = [Buffer.from(sent), Buffer.from(token)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

// Scrapers give up after 10 seconds by default.
const patienceMs = 2 * SECOND;

async function timedOut(): Promise<never> {
  await pause(patienceMs, undefined, { ref: false });
  throw new Error('No connection of requests was free.');
}

/**
 * Adds the metrics of the work that waits in the database, for all workspaces, to a registry.
 * Returns the function that reads them: all processes of one database find the same numbers. When
 * the database does not respond, these metrics are absent.
 */
export function addStateMetrics(
  registry: Registry,
  { database, log }: { readonly database: Database; readonly log: Logger },
): () => Promise<void> {
  const { gauge } = instrumentsOf(registry);
  const isUp = gauge(
    'callboard_database_up',
    'Whether the database has responded to these metrics, 1 or 0.',
  );
  const pending = gauge(
    'callboard_webhook_deliveries_pending',
    'Messages of webhooks that wait for delivery or its repetition, at most 100,000.',
  );
  const oldest = gauge(
    'callboard_webhook_oldest_due_seconds',
    'The time for which a message of a webhook has been due.',
  );
  const timers = gauge('callboard_timers_lag_seconds', 'The time for which a timer has been due.');
  const purges = gauge(
    'callboard_purge_lag_seconds',
    'How far the removal of old rows was behind when it last ran, without a shorter retention.',
    { labelNames: ['table'] },
  );
  const read = async (from: Database): Promise<void> => {
    const reader = createReader(from);
    const now = Date.parse(await readDatabaseTime(reader));
    const since = (time: string | undefined): number =>
      time === undefined ? 0 : Math.max(now - Date.parse(time), 0) / SECOND;
    const backlog = await findDeliveryBacklog(reader);
    pending.set(backlog.pending);
    oldest.set(since(backlog.oldest));
    timers.set(since(await findOldestDueTimer(reader)));
    for (const [table, lag] of await findPurgeLags(reader)) purges.set({ table }, lag / SECOND);
  };
  const readWithRoom = async (): Promise<void> => {
    try {
      await read(database.probe());
    } catch (error) {
      if (!hasNoConnectionLeft(error)) throw error;
      // The connections of requests show whether this process can serve, as for /readyz.
      await Promise.race([read(database), timedOut()]);
    }
  };
  return async () => {
    for (const one of [pending, oldest, timers, purges]) one.reset();
    try {
      await readWithRoom();
      isUp.set(1);
    } catch (error) {
      isUp.set(0);
      for (const one of [pending, oldest, timers]) one.remove();
      purges.reset();
      log.warn({ err: error }, 'The metrics of the database cannot be read');
    }
  };
}
