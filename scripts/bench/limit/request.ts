import type { IncomingMessage } from 'node:http';
import type { AgentActor } from '../../../src/platform/operation';

/** An authenticated request to the limit server. */
export interface Call {
  readonly request: IncomingMessage;
  /** The id in the path; empty without one. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** The parsed JSON body; undefined without one. */
  readonly body: Body | undefined;
  /** The time of the request, ISO 8601 UTC. */
  readonly now: string;
  readonly actor: AgentActor;
}

/** A JSON object of a request. */
export type Body = Readonly<Record<string, unknown>>;

/** The reply to a request. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** The serialized body, if it exists already. */
  readonly text?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error reply. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** A text field of the body, or null if absent. Throws a Refusal for another type. */
export function textOf(body: Body | undefined, field: string): string | null {
  const value = body?.[field];
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  throw new Refusal(400, `${field} must be a string.`);
}
