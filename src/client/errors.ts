import { errorCodes } from '../../generated/client';
import type { components } from '../../generated/types';

/** The error codes of the contract. */
export type ErrorCode = components['schemas']['ErrorCode'];

/** One fault of a request: `path` is a JSON pointer from `body`, `query`, `path` or `header`. */
export type Issue = components['schemas']['Issue'];

type Envelope = components['schemas']['Error'];

type DetailsByCode = Required<components['schemas']['ErrorDetails']>;

/** What `details` says for a code; for a code of which the contract describes none, anything. */
export type ErrorDetails<Code extends FailureCode> = Readonly<
  Code extends keyof DetailsByCode ? DetailsByCode[Code] : Record<string, unknown>
>;

/** The error envelope as a union with one member for each code. */
export type ErrorBody<Code extends ErrorCode = ErrorCode> = Code extends ErrorCode
  ? Omit<Envelope, 'code' | 'details'> & { code: Code; details: ErrorDetails<Code> }
  : never;

/** What an error answer comes to: a code of the contract, or `UNRECOGNIZED` for an answer that has none of them. */
export type FailureCode = ErrorCode | 'UNRECOGNIZED';

/**
 * An answer that is no success. `UNRECOGNIZED` stands for what the contract of this client does not know: the error page of a
 * proxy, or a code that a newer server has added.
 */
export class CallboardError<Code extends FailureCode = FailureCode> extends Error {
  override readonly name = 'CallboardError';
  readonly code: Code;
  /** The HTTP status. */
  readonly status: number;
  readonly issues: readonly Issue[];
  readonly details: Readonly<Record<string, unknown>>;
  /** `X-Request-Id`: the server's log has more under it. */
  readonly requestId: string | undefined;
  /** What the answer said, parsed where it was JSON. */
  readonly body: unknown;

  constructor(code: Code, body: unknown, response: Response) {
    const { message, issues, details } = readEnvelope(body);
    super(message ?? `The server answered ${response.status}.`);
    this.code = code;
    this.status = response.status;
    this.issues = issues;
    this.details = details;
    this.requestId = response.headers.get('X-Request-Id') ?? undefined;
    this.body = body;
  }
}

/** A `CallboardError` as a union with one member for each code: `switch (error.code)` narrows it, and `details` with it. */
export type AnyCallboardError<Code extends FailureCode = FailureCode> = Code extends FailureCode
  ? CallboardError<Code> & { readonly details: ErrorDetails<Code> }
  : never;

/** The half of an openapi-fetch result that is an error. */
export interface Failure<Body = unknown> {
  readonly error: Body;
  readonly response: Response;
}

/** The error to throw or to look at, from a result of the client that has an `error`. */
export function toCallboardError<Code extends ErrorCode>(
  failure: Failure<ErrorBody<Code>>,
): AnyCallboardError<Code | 'UNRECOGNIZED'>;
export function toCallboardError(failure: Failure): AnyCallboardError;
export function toCallboardError({ error, response }: Failure): CallboardError {
  return new CallboardError(codeOf(error), error, response);
}

/** Whether something caught is an error answer of the server; with codes, whether it is one of those. */
export function isCallboardError<Code extends FailureCode = FailureCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is AnyCallboardError<Code> {
  // By its name, because a process may load this module twice: imported and required.
  if (!(error instanceof Error) || error.name !== 'CallboardError') return false;
  return codes.length === 0 || codes.some((code) => 'code' in error && code === error.code);
}

function codeOf(body: unknown): FailureCode {
  const code = isRecord(body) ? body['code'] : undefined;
  return errorCodes.find((known) => known === code) ?? 'UNRECOGNIZED';
}

function readEnvelope(body: unknown): {
  readonly message: string | undefined;
  readonly issues: readonly Issue[];
  readonly details: Readonly<Record<string, unknown>>;
} {
  const { message, issues, details } = isRecord(body) ? body : {};
  return {
    message: typeof message === 'string' ? message : undefined,
    issues: Array.isArray(issues) ? issues : [],
    details: isRecord(details) ? details : {},
  };
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
