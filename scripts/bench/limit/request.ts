import type { IncomingMessage } from 'node:http';
import type { AgentActor } from '../../../src/platform/operation';

/** A request on its way through the limit server. */
export interface Call {
  readonly request: IncomingMessage;
  /** The id in the path; empty without one. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** The parsed JSON body; undefined without one. */
  readonly body: Body | undefined;
  /** ISO 8601 UTC: the request's one point in time. */
  readonly now: string;
  readonly actor: AgentActor;
}

/** A JSON object of a request. */
export type Body = Readonly<Record<string, unknown>>;

/** What a request is answered with. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  /** The body as it is sent, where that is known already. */
  readonly text?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** A text of the body. Refuses another type. */
export function textOf(body: Body | undefined, field: string): string | null {
  const value = body?.[field];
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  throw new Refusal(400, `${field} is text.`);
}
