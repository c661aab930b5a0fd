import { setImmediate } from 'node:timers/promises';
import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import {
  collectDefaultMetrics,
  Registry,
  Counter,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
} from 'prom-client';
import { commit } from '../package-root';
import type { Database } from '../db/connect';
import { observeStatements } from '../db/database-use';
import type { OperationFacts, OperationId } from '../operation';
import type { ToolOutcome } from '../protocol';
import type { ErrorCode } from '../problems';
import { SECOND } from '../time';

/** The metrics of a process. Their names follow the semantic conventions of OpenTelemetry. */
export interface Metrics {
  readonly registry: Registry;
  requestStarted(): void;
  requestEnded(request: EndedRequest): void;
  streamOpened(): void;
  streamClosed(): void;
  /** Streams have sent an event this many milliseconds after it happened. */
  eventSent(milliseconds: number): void;
}

/** A request whose response has ended. */
export interface EndedRequest {
  readonly method: string;
  /** Undefined for a page and for a request that no operation describes. */
  readonly operationId: OperationId | undefined;
  readonly isPage: boolean;
  readonly isStream: boolean;
  /** Undefined when the client closed the connection before it had received all. */
  readonly status: number | undefined;
  readonly errorCode: ErrorCode | undefined;
  /** The tool that the request called. */
  readonly tool: ToolOutcome | undefined;
  readonly milliseconds: number;
}

// Recommended for durations in seconds: https://opentelemetry.io/docs/specs/semconv/http/http-metrics/
const buckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
// https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/
const toolBuckets = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
const statementBuckets = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];
const lagBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Creates the metrics of this process and of its use of the database. */
export function createMetrics(
  database: Database,
  facts: Readonly<Record<OperationId, Pick<OperationFacts, 'path'>>>,
  version: string,
): Metrics {
  const registry = new Registry();
  const instruments = instrumentsOf(registry);
  const { gauge, counter, histogram } = instruments;
  collectDefaultMetrics({ register: registry });
  replaceEventLoopMetrics(registry, instruments);
  replaceStartTime(registry, instruments);
  gauge('callboard_build_info', 'The version and the commit of the program; always 1.', {
    labelNames: ['version', 'commit'],
    aggregator: 'first',
  }).set({ version, commit }, 1);
  addDatabaseMetrics(database, instruments);
  const active = gauge(
    'http_server_active_requests',
    'Requests without a complete response, including streams.',
  );
  const duration = histogram(
    'http_server_request_duration_seconds',
    'The time from the head of a request to the end of its response, without streams.',
    {
      labelNames: ['http_request_method', 'http_route', 'http_response_status_code', 'operation'],
      buckets,
    },
  );
  const tools = histogram(
    'mcp_server_operation_duration_seconds',
    'The durations of calls of tools. A refused call has the code of its error as error_type.',
    { labelNames: ['mcp_method_name', 'gen_ai_tool_name', 'error_type'], buckets: toolBuckets },
  );
  const aborted = counter(
    'callboard_requests_aborted_total',
    'Requests whose client closed the connection before the end of the response.',
  );
  const limited = counter(
    'callboard_requests_rate_limited_total',
    'Requests that were refused because their caller had sent too many.',
  );
  const streams = gauge('callboard_streams', 'Open streams of events.');
  const lag = histogram(
    'callboard_feed_lag_seconds',
    'The time from an event to its delivery to the streams of this process.',
    { buckets: lagBuckets },
  );
  return {
    registry,
    requestStarted: () => active.inc(),
    requestEnded(request) {
      const { method, operationId, isPage, status, errorCode, tool } = request;
      active.dec();
      if (tool !== undefined) {
        const labels = {
          mcp_method_name: 'tools/call',
          gen_ai_tool_name: tool.tool,
          error_type: errorCode ?? tool.code ?? '',
        };
        tools.observe(labels, request.milliseconds / SECOND);
      }
      if (errorCode === 'RATE_LIMITED') limited.inc();
      if (status === undefined) return aborted.inc();
      if (request.isStream) return;
      const labels = {
        http_request_method: methods.includes(method) ? method : '_OTHER',
        http_route: operationId === undefined ? '' : facts[operationId].path,
        http_response_status_code: status,
        operation: operationId ?? (isPage ? 'page' : ''),
      };
      duration.observe(labels, request.milliseconds / SECOND);
    },
    streamOpened: () => streams.inc(),
    streamClosed: () => streams.dec(),
    eventSent: (milliseconds) => lag.observe(Math.max(milliseconds, 0) / SECOND),
  };
}

function addDatabaseMetrics(database: Database, { gauge, histogram }: Instruments): void {
  const { client } = database.knex;
  const statements = histogram(
    'db_client_operation_duration_seconds',
    'The durations of statements and commits, without the wait for a connection.',
    { labelNames: ['db_system_name'], buckets: statementBuckets },
  );
  const labels = { db_system_name: database.dialect === 'sqlite' ? 'sqlite' : 'postgresql' };
  observeStatements(client, ({ milliseconds }) => {
    statements.observe(labels, milliseconds / SECOND);
  });
  gauge('callboard_database_connections', 'Connections to the database.', {
    labelNames: ['state'],
    collect() {
      const { used, idle } = database.connections.load();
      this.set({ state: 'used' }, used);
      this.set({ state: 'idle' }, idle);
    },
  });
  const waiting =
    'Work that waits for a connection to Postgres, or for its turn to write to SQLite.';
  gauge('db_client_connection_pending_requests', waiting, {
    collect() {
      this.set(database.connections.load().waiting);
    },
  });
}

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

/**
 * Replaces prom-client's start time of the process, which is absent where workers serve. The counters
 * go on when a worker is replaced, so the start is that of the process that has started the workers.
 */
function replaceStartTime(registry: Registry, { gauge }: Instruments): void {
  const name = 'process_start_time_seconds';
  registry.removeSingleMetric(name);
  gauge(name, 'Start time of the process since unix epoch in seconds.', { aggregator: 'min' }).set(
    Math.round(Date.now() / SECOND - process.uptime()),
  );
}

// A histogram without a value has no mean.
function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

/** Creates the metrics of a registry. */
interface Instruments {
  readonly gauge: (
    name: string,
    help: string,
    more?: Omit<Partial<GaugeConfiguration<string>>, 'name' | 'help'>,
  ) => Gauge;
  readonly counter: (name: string, help: string) => Counter;
  readonly histogram: (
    name: string,
    help: string,
    more: Pick<HistogramConfiguration<string>, 'buckets' | 'labelNames'>,
  ) => Histogram;
}

/** The functions that create metrics in a registry. */
export function instrumentsOf(registry: Registry): Instruments {
  const registers = [registry];
  return {
    gauge: (name, help, more = {}) => new Gauge({ ...more, registers, name, help }),
    counter: (name, help) => new Counter({ registers, name, help }),
    histogram: (name, help, more) => new Histogram({ ...more, registers, name, help }),
  };
}
