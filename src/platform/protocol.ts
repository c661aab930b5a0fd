import type { IncomingMessage } from 'node:http';
import type {
  Actor,
  Perform,
  PublicContext,
  ReadContext,
  SendStream,
  SessionCookie,
  WriteContext,
} from './operation';
import type { ErrorCode, Problem } from './problems';

/** A request of another protocol. The feature judges its parameters, headers and body itself. */
export interface ProtocolRequest {
  /** The request line, the headers and the connection. The body of a file has not been read. */
  readonly message: IncomingMessage;
  /** The parameters of the path. */
  readonly path: Readonly<Record<string, string | string[]>>;
  /** The body as text, in one of the operation's media types; undefined when there is none. */
  readonly body: string | undefined;
}

/** A response of another protocol: any status, any headers, and a body of any type. */
export interface ProtocolReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly bytes?: Buffer;
  readonly stream?: SendStream;
  readonly contentType?: string;
  readonly cookie?: SessionCookie;
  /** The device tokens to set in the device cookie. */
  readonly deviceTokens?: readonly string[];
  /** The id of the actor who signed in, for the log. */
  readonly signedIn?: string;
}

/**
 * The context of an operation that speaks another protocol. It has no transaction: the feature
 * opens its own, writes by `write`, or performs operations.
 */
export interface ProtocolContext extends PublicContext {
  /** The id of the request, which the log has too. */
  readonly requestId: string;
  /** The caller. Undefined when the operation does not require a credential and there is none. */
  readonly caller: Actor | undefined;
  readonly perform: Perform;
  /** The context of a read by the caller. */
  readonly reading: ReadContext;
  /** 403 `CAP_EXCEEDED` if the workspace of the caller stores as many bytes as it may. */
  readonly storageFault: Problem | undefined;
  /** Runs the work in a transaction of its own, which confirms the rights of the caller. */
  readonly write: <T>(work: (ctx: WriteContext) => Promise<T>) => Promise<T>;
  /** Names the call of a tool in the log and the metrics, because its refusal is a 200 of HTTP. */
  readonly reportTool: (call: ToolOutcome) => void;
}

/** A call of a tool, for the log and the metrics. */
export interface ToolOutcome {
  /** The name of a known tool, or `_OTHER`. */
  readonly tool: string;
  /** The code of the refusal; undefined for a success. */
  readonly code?: ErrorCode | undefined;
}

/** An operation that speaks another protocol. Thrown problems are sent in the error envelope. */
export type ProtocolHandler = (
  request: ProtocolRequest,
  ctx: ProtocolContext,
) => Promise<ProtocolReply>;
