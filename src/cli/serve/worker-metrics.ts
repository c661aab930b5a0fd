import type { Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { isRecord } from '../../platform/json';
import { instrumentsOf } from '../../platform/metrics/metrics';
import { SECOND } from '../../platform/time';
import { messages } from './dispatch';

/** The metrics of one process, as prom-client exchanges them. */
type ProcessMetrics = readonly object[];

/** The metrics of worker processes, added up. */
export interface WorkerMetrics {
  add(worker: Worker): void;
  /** Keeps what an ended worker counted until it was last asked: a counter never goes down. */
  remove(worker: Worker): void;
  /** Those of every worker that responds within two seconds, and of those that have ended. */
  collect(): Promise<readonly ProcessMetrics[]>;
}

const maxWaitMs = 2 * SECOND;

/** Creates the metrics of the workers. Their number and their restarts are counted in `registry`. */
export function createWorkerMetrics(registry: Registry): WorkerMetrics {
  const lastOf = new Map<Worker, ProcessMetrics>();
  const waiting = new Map<Worker, (metrics: ProcessMetrics) => void>();
  let ended: readonly ProcessMetrics[] = [];
  const { gauge, counter } = instrumentsOf(registry);
  const running = gauge('callboard_workers', 'Running workers.');
  const restarts = counter(
    'callboard_worker_exits_total',
    'Workers that have ended and were replaced.',
  );
  const ask = async (worker: Worker): Promise<void> => {
    if (!worker.isConnected()) return;
    const answer = new Promise<ProcessMetrics | undefined>((resolve) => {
      waiting.set(worker, resolve);
      setTimeout(() => resolve(undefined), maxWaitMs).unref();
      worker.send(messages.metrics, (error) => {
        if (error !== null) resolve(undefined);
      });
    });
    const metrics = await answer;
    waiting.delete(worker);
    if (metrics !== undefined && lastOf.has(worker)) lastOf.set(worker, metrics);
  };
  return {
    add(worker) {
      lastOf.set(worker, []);
      running.inc();
      worker.on('message', (message: unknown) => {
        if (isRecord(message) && Array.isArray(message['metrics'])) {
          waiting.get(worker)?.(message['metrics']);
        }
      });
    },
    remove(worker) {
      const last = lastOf.get(worker);
      if (last === undefined) return;
      lastOf.delete(worker);
      running.dec();
      restarts.inc();
      ended = [...ended, last.filter(isCumulative)];
    },
    async collect() {
      await Promise.all([...lastOf.keys()].map(ask));
      // One record for all that have ended, because a worker may be replaced every half minute.
      if (ended.length > 1) {
        ended = [await AggregatorRegistry.aggregate([...ended]).getMetricsAsJSON()];
      }
      return [...lastOf.values(), ...ended];
    },
  };
}

function isCumulative(metric: object): boolean {
  return 'type' in metric && (metric.type === 'counter' || metric.type === 'histogram');
}

/** Answers the primary process when it asks for the metrics of this worker. */
export function sendMetrics(registry: Registry, log: Logger): void {
  process.on('message', (message) => {
    if (message !== messages.metrics) return;
    registry.getMetricsAsJSON().then(
      (metrics) => process.send?.({ metrics }),
      (error: unknown) => log.warn({ err: error }, 'The metrics of a worker cannot be collected'),
    );
  });
}
