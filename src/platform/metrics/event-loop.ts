import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import { SECOND } from '../time';
import type { Instruments } from './instruments';

const windowMs = 15 * SECOND;
const nanoseconds = 1e9;

interface LagMetric {
  readonly name: string;
  readonly help: string;
  readonly aggregator: 'min' | 'max' | 'average';
  readonly read: (histogram: IntervalHistogram) => number;
}

const percentile = (percent: number): LagMetric => ({
  name: `nodejs_eventloop_lag_p${percent}_seconds`,
  help: `The ${percent}th percentile of the event loop delays of the last 15 seconds.`,
  aggregator: 'average',
  read: (histogram) => histogram.percentile(percent),
});

const lagMetrics: readonly LagMetric[] = [
  {
    name: 'nodejs_eventloop_lag_min_seconds',
    help: 'The minimum event loop delay of the last 15 seconds.',
    aggregator: 'min',
    read: ({ min }) => min,
  },
  {
    name: 'nodejs_eventloop_lag_max_seconds',
    help: 'The maximum event loop delay of the last 15 seconds.',
    aggregator: 'max',
    read: ({ max }) => max,
  },
  {
    name: 'nodejs_eventloop_lag_mean_seconds',
    help: 'The mean of the event loop delays of the last 15 seconds.',
    aggregator: 'average',
    read: ({ mean }) => mean,
  },
  {
    name: 'nodejs_eventloop_lag_stddev_seconds',
    help: 'The standard deviation of the event loop delays of the last 15 seconds.',
    aggregator: 'average',
    read: ({ stddev }) => stddev,
  },
  percentile(50),
  percentile(90),
  percentile(99),
];

/**
 * Replaces prom-client's metrics of the event loop. Those begin anew with each scrape, so of two
 * scrapers the second one sees only the time since the first. These are of fixed windows.
 */
export function replaceEventLoopMetrics(registry: Registry, { gauge }: Instruments): void {
  const current = 'nodejs_eventloop_lag_seconds';
  for (const name of [current, ...lagMetrics.map((one) => one.name)]) {
    registry.removeSingleMetric(name);
  }
  const histogram = monitorEventLoopDelay();
  histogram.enable();
  let hasWindow = false;
  const gauges = lagMetrics.map(({ name, help, aggregator, read }) => {
    const made = gauge(name, help, {
      aggregator,
      collect: () => {
        if (!hasWindow) set();
      },
    });
    const set = (): void => made.set(finite(read(histogram)) / nanoseconds);
    return set;
  });
  setInterval(() => {
    for (const set of gauges) set();
    hasWindow = true;
    histogram.reset();
  }, windowMs).unref();
  gauge(current, 'Lag of event loop in seconds.', {
    aggregator: 'average',
    async collect() {
      const started = performance.now();
      await setImmediate();
      this.set((performance.now() - started) / SECOND);
    },
  });
}

// A histogram without a value has no mean.
function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}
