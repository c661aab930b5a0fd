import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { observeStatements, observeTransactions } from '../db/database-use';
import type { EndedRequest } from '../metrics/metrics';
import { statusOf } from '../problems';
import { MINUTE, SECOND } from '../time';
import type { OutgoingSpan, Receiver, StartedRequest, Tracing, TracingParts } from './tracing';
import type { TracingConfig } from './tracing-config';

/** The most spans that wait for the collector; further ones are dropped. */
const maxQueueSize = 4096;
const exportMs = 5 * SECOND;
const stopMs = 2 * SECOND;
/** The most characters of a statement. */
const maxText = 2048;

const propagator = new W3CTraceContextPropagator();

/** The spans that the statements of a request belong to. */
interface Scope {
  readonly request: Context;
  transaction?: { readonly span: Span; readonly context: Context } | undefined;
}

/**
 * Creates the traces of this process. Parents are passed explicitly, because a context that follows
 * every promise costs time in each of them. Work that belongs to no request has no spans of its
 * statements.
 */
export function createTracing(parts: TracingParts): Tracing {
  const { config, log, version } = parts;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.version': version,
      'service.instance.id': randomUUID(),
      ...config.attributes,
    }),
    sampler: samplerOf(config),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(createExporter(config), log),
        maxQueueSize,
        exportTimeoutMillis: exportMs,
      }),
    ],
    spanLimits: { attributeValueLengthLimit: maxText },
  });
  const tracer = provider.getTracer('callboard', version);
  const scopes = new WeakMap<object, Scope>();
  observeDatabase(parts, tracer, scopes);
  return {
    requestStarted: (request) => startRequest(request, { parts, tracer, scopes }),
    requestSent(receiver, cause) {
      const parent = cause === undefined ? undefined : scopes.get(cause)?.request;
      return startSent(tracer, receiver, parent ?? ROOT_CONTEXT);
    },
    async stop() {
      const stopped = provider.shutdown().catch(() => undefined);
      await Promise.race([stopped, pause(stopMs, undefined, { ref: false })]);
    },
  };
}

function samplerOf({ sampler, ratio }: TracingConfig): Sampler {
  const [, isParentBased, name] = /^(parentbased_)?(\w+)$/.exec(sampler) ?? [];
  const byName: Readonly<Record<string, Sampler>> = {
    always_off: new AlwaysOffSampler(),
    traceidratio: new TraceIdRatioBasedSampler(ratio),
  };
  const root = byName[name ?? ''] ?? new AlwaysOnSampler();
  return isParentBased === undefined ? root : new ParentBasedSampler({ root });
}

function createExporter({ url, headers }: TracingConfig): SpanExporter {
  return new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: exportMs });
}

/** The exporter, which reports failures in the log, at most once a minute. */
function reporting(exporter: SpanExporter, log: Logger): SpanExporter {
  let reportedAt = -Infinity;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS && performance.now() > reportedAt + MINUTE) {
          reportedAt = performance.now();
          // Only the message: other parts of the error may have headers of the request.
          const reason = result.error?.message;
          log.warn({ reason, spans: spans.length }, 'Traces cannot be sent to the collector');
        }
        // As a success, because the processor would report a failure on standard error.
        done({ code: ExportResultCode.SUCCESS });
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

const healthPath = /\/(?:healthz|readyz)$/;

function startRequest(
  { method, path, headers }: StartedRequest,
  {
    parts: { facts },
    tracer,
    scopes,
  }: {
    readonly parts: TracingParts;
    readonly tracer: Tracer;
    readonly scopes: WeakMap<object, Scope>;
  },
): ReturnType<Tracing['requestStarted']> {
  if (healthPath.test(path)) return undefined;
  const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, parent);
  const { traceId, spanId } = span.spanContext();
  return {
    trace: {
      trace_id: traceId,
      span_id: spanId,
      parent_id: trace.getSpanContext(parent)?.spanId,
    },
    own: (cause) => void scopes.set(cause, { request: trace.setSpan(parent, span) }),
    end(request) {
      if (span.isRecording()) describeRequest(span, { ...request, path }, facts);
      span.end();
    },
  };
}

function describeRequest(
  span: Span,
  request: EndedRequest & { readonly path: string },
  facts: TracingParts['facts'],
): void {
  const { method, path, operationId, status, errorCode, tool } = request;
  const route = operationId === undefined ? undefined : facts[operationId].path;
  const code = errorCode ?? tool?.code;
  const isFailed = (status ?? 0) >= 500 || (code !== undefined && statusOf(code) >= 500);
  span.updateName(route === undefined ? method : `${method} ${route}`);
  setKnown(span, {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'url.path': path,
    'error.type':
      status === undefined ? 'aborted' : isFailed ? (code ?? String(status)) : undefined,
    'callboard.operation': operationId,
    'callboard.code': code,
    'mcp.method.name': tool === undefined ? undefined : 'tools/call',
    'gen_ai.tool.name': tool?.tool,
  });
  if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
}

function startSent(
  tracer: Tracer,
  { method, scheme, host, port }: Receiver,
  parent: Context,
): OutgoingSpan {
  const attributes = {
    'http.request.method': method,
    'url.scheme': scheme,
    'server.address': host,
    'server.port': port,
  };
  const span = tracer.startSpan(method, { kind: SpanKind.CLIENT, attributes }, parent);
  const headers: Record<string, string> = {};
  propagator.inject(trace.setSpan(parent, span), headers, defaultTextMapSetter);
  return {
    headers,
    end({ status, error }) {
      const isFailed = error !== undefined || (status ?? 0) >= 400;
      setKnown(span, {
        'http.response.status_code': status,
        'error.type': isFailed ? (error ?? String(status)) : undefined,
      });
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

function observeDatabase(
  { database }: TracingParts,
  tracer: Tracer,
  scopes: WeakMap<object, Scope>,
): void {
  const { client } = database.knex;
  const system = database.dialect === 'sqlite' ? 'sqlite' : 'postgresql';
  const common = { 'db.system.name': system };
  observeTransactions(client, {
    began(use) {
      const scope = scopes.get(use);
      if (scope === undefined || !isSampled(scope.request)) return;
      const attributes = { ...common, 'db.operation.name': 'TRANSACTION' };
      const options = { kind: SpanKind.CLIENT, attributes };
      const span = tracer.startSpan('TRANSACTION', options, scope.request);
      scope.transaction = { span, context: trace.setSpan(scope.request, span) };
    },
    ended(use, outcome) {
      const scope = scopes.get(use);
      scope?.transaction?.span.setAttribute('callboard.transaction.outcome', outcome);
      scope?.transaction?.span.end();
      if (scope !== undefined) scope.transaction = undefined;
    },
  });
  observeStatements(client, ({ sql, started, milliseconds, hasFailed, use }) => {
    const scope = use === undefined ? undefined : scopes.get(use);
    if (scope === undefined || !isSampled(scope.request)) return;
    const { operation, summary } = summaryOf(sql);
    const span = tracer.startSpan(
      summary,
      {
        kind: SpanKind.CLIENT,
        startTime: started,
        attributes: {
          ...common,
          'db.operation.name': operation,
          'db.query.summary': summary,
          'db.query.text': sql,
        },
      },
      scope.transaction?.context ?? scope.request,
    );
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(started + milliseconds);
  });
}

function isSampled(context: Context): boolean {
  return trace.getSpan(context)?.isRecording() ?? false;
}

/** The operation of a statement, and its name with the first table that it names. */
function summaryOf(sql: string): { readonly operation: string; readonly summary: string } {
  const [, verb = 'STATEMENT'] = /\b(select|insert|update|delete|commit)\b/i.exec(sql) ?? [];
  const operation = verb.toUpperCase();
  const [, table] = /\b(?:from|into|update) ["`]?(\w+)/i.exec(sql) ?? [];
  return { operation, summary: table === undefined ? operation : `${operation} ${table}` };
}

function setKnown(span: Span, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) span.setAttribute(name, value);
  }
}
