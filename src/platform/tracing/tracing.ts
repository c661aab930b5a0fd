import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import type { Database } from '../db/connect';
import type { EndedRequest } from '../metrics/metrics';
import type { OperationFacts, OperationId } from '../operation';
import type { TracingConfig } from './tracing-config';

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
