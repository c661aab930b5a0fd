import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import type { Database } from '../db/connect';
import type { EndedRequest } from '../metrics/metrics';
import type { OperationFacts, OperationId } from '../operation';

/** The trace of a request (W3C Trace Context), as log lines name it. */
export interface TraceContext {
  readonly trace_id: string;
  /** The span of the request; undefined when the server records no traces. */
  readonly span_id?: string;
  /** The caller's span; undefined if it sent none. */
  readonly parent_id?: string | undefined;
}

/** A request that has arrived. */
export interface StartedRequest {
  readonly method: string;
  /** Without the query and without secrets. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** The span of a request. */
interface RequestSpan {
  readonly trace: TraceContext;
  /** Makes what a cause leads to children of this span: a database use, or the request itself. */
  own(cause: object): void;
  end(request: EndedRequest): void;
}

/** The receiver of an outgoing request. Its path and query are left out, because they may be secret. */
export interface Receiver {
  readonly method: string;
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
}

/** The span of an outgoing request. */
export interface OutgoingSpan {
  /** The headers that pass the trace on. */
  readonly headers: Readonly<Record<string, string>>;
  end(result: { readonly status?: number; readonly error?: string | undefined }): void;
}

/** The traces of a process. Spans are sent in the background, and dropped if that fails. */
export interface Tracing {
  /** Starts the span of a request; undefined for a health check, which has none. */
  requestStarted(request: StartedRequest): RequestSpan | undefined;
  /** Starts the span of an outgoing request. `cause` is the request that it is sent for, if any. */
  requestSent(receiver: Receiver, cause?: object): OutgoingSpan;
  /** Sends what is left, in two seconds at most. Never rejects. */
  stop(): Promise<void>;
}

/** What tracing is created with. */
export interface TracingParts {
  readonly config: TracingConfig;
  readonly database: Database;
  readonly log: Logger;
  readonly facts: Readonly<Record<OperationId, Pick<OperationFacts, 'path'>>>;
  readonly version: string;
}

/** Where traces are sent, and which. */
export interface TracingConfig {
  /** The URL that spans are sent to by POST. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly sampler: Sampler;
  /** The share of the traces that a sampler by ratio keeps, from 0 to 1. */
  readonly ratio: number;
}

/** The samplers of the OpenTelemetry specification, by their names in `OTEL_TRACES_SAMPLER`. */
export const samplers = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

type Sampler = (typeof samplers)[number];

/** The URL for traces below a collector's base URL. */
export function tracesUrlOf(base: string): string {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/v1/traces`;
  return url.href;
}

/** Whether a value is an http or https URL without a user name or a password. */
export function isCollectorUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/**
 * The headers in a list such as `api-key=abc,x-tenant=stage`, with percent-encoded values; undefined
 * if it is none.
 */
export function headersIn(list: string): Readonly<Record<string, string>> | undefined {
  const headers: Record<string, string> = {};
  for (const entry of list.split(',').filter((one) => one.trim() !== '')) {
    const at = entry.indexOf('=');
    const name = entry.slice(0, Math.max(at, 0)).trim();
    const value = decoded(entry.slice(at + 1).trim());
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || value === undefined) return undefined;
    headers[name] = value;
  }
  return headers;
}

function decoded(text: string): string | undefined {
  try {
    const value = decodeURIComponent(text);
    return /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
