import type { IncomingMessage } from 'node:http';
import type { Actor, PlainOperationId, PublicContext, SessionCookie } from './operation';

/** A request of another protocol. The feature judges its parameters, headers and body itself. */
export interface ProtocolRequest {
  /** The request line, the headers and the connection. The body has been read. */
  readonly message: IncomingMessage;
  /** The body as text, in one of the operation's media types; undefined when there is none. */
  readonly body: string | undefined;
}

/** A response of another protocol: any status, any headers, and a body of any type. */
export interface ProtocolReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bytes?: Buffer;
  readonly contentType?: string;
  readonly cookie?: SessionCookie;
  /** The device tokens to set in the device cookie. */
  readonly deviceTokens?: readonly string[];
  /** The id of the actor who signed in, for the log. */
  readonly signedIn?: string;
}

/** The input of an operation that another one performs. It is validated like a request. */
export interface PerformInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Header parameters, as the contract spells them. */
  readonly header?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The success of a performed operation. */
export interface Performed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as a client would receive it; undefined when there is none. */
  readonly body: unknown;
}

/** An operation to perform. */
export interface PerformCall {
  readonly operationId: PlainOperationId;
  readonly input: PerformInput;
}

/**
 * Performs an operation in this process as the caller: its permission row, validation, transaction,
 * idempotency and event are the same as for a request. Throws what the operation refuses.
 * Several calls are performed in order, in one transaction: all of them succeed, or none.
 */
export type Perform = (...calls: readonly PerformCall[]) => Promise<readonly Performed[]>;

/**
 * The context of an operation that speaks another protocol. It has no transaction: the feature
 * opens its own, or performs operations.
 */
export interface ProtocolContext extends PublicContext {
  /** The id of the request, which the log has too. */
  readonly requestId: string;
  /** The caller. Undefined when the operation does not require a credential and there is none. */
  readonly caller: Actor | undefined;
  readonly perform: Perform;
}

/** An operation that speaks another protocol. Thrown problems are sent in the error envelope. */
export type ProtocolHandler = (
  request: ProtocolRequest,
  ctx: ProtocolContext,
) => Promise<ProtocolReply>;
