import type { components } from '../../generated/types';
import { codeOf, type ErrorCode, type FailureCode } from './error-code';

/**
 * A validation error: `path` is `body`, `query`, `path` or `header`, and the JSON pointer in it, such
 * as `query/limit`.
 */
export type Issue = components['schemas']['Issue'];

type Envelope = components['schemas']['Error'];

type DetailsByCode = Required<components['schemas']['DetailsByCode']>;

/** The type of `details` for a code; any object if the contract does not define it. */
export type ErrorDetails<Code extends FailureCode> = Readonly<
  Code extends keyof DetailsByCode ? DetailsByCode[Code] : Record<string, unknown>
>;

/** The error envelope as a union with one member per code. */
export type ErrorBody<Code extends ErrorCode = ErrorCode> = Code extends ErrorCode
  ? Omit<Envelope, 'code' | 'details'> & { code: Code; details: ErrorDetails<Code> }
  : never;

/**
 * An error response. Its code is `UNRECOGNIZED` if this client's contract does not know it: a
 * proxy's error page, or a code that a newer server added.
 */
export class CallboardError<Code extends FailureCode = FailureCode> extends Error {
  override readonly name = 'CallboardError';
  readonly code: Code;
  /** The HTTP status. */
  readonly status: number;
  readonly issues: readonly Issue[];
  readonly details: Readonly<Record<string, unknown>>;
  /** `X-Request-Id`, which finds the request in the server's log. */
  readonly requestId: string | undefined;
  /** The response body, parsed if it is JSON. */
  readonly body: unknown;

  constructor(code: Code, body: unknown, response: Response) {
    const { message, issues, details } = readEnvelope(body);
    super(message ?? `The server responded with status ${response.status}.`);
    this.code = code;
    this.status = response.status;
    this.issues = issues;
    this.details = details;
    this.requestId = response.headers.get('X-Request-Id') ?? undefined;
    this.body = body;
  }
}

/**
 * A `CallboardError` as a union with one member per code, so that `switch (error.code)` also
 * narrows `details`.
 */
export type AnyCallboardError<Code extends FailureCode = FailureCode> = Code extends FailureCode
  ? CallboardError<Code> & { readonly details: ErrorDetails<Code> }
  : never;

/** An openapi-fetch result with an error. */
interface Failure<Body = unknown> {
  readonly error: Body;
  readonly response: Response;
}

/** Converts a result with an `error` into a CallboardError. */
export function toCallboardError<Code extends ErrorCode>(
  failure: Failure<ErrorBody<Code>>,
): AnyCallboardError<Code | 'UNRECOGNIZED'>;

export function toCallboardError(failure: Failure): AnyCallboardError;

export function toCallboardError({ error, response }: Failure): CallboardError {
  const code = codeOf(isRecord(error) ? error['code'] : undefined);
  return new CallboardError(code, error, response);
}

/** Whether a caught error is a CallboardError, with one of `codes` if there are any. */
export function isCallboardError<Code extends FailureCode = FailureCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is AnyCallboardError<Code> {
  // Not instanceof, because a process may load this module twice: as ES module and as CommonJS.
  if (!(error instanceof Error) || error.name !== 'CallboardError') return false;
  return codes.length === 0 || codes.some((code) => 'code' in error && code === error.code);
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

interface Success<Data> {
  readonly data: Data;
  readonly error?: never;
  readonly response: Response;
}

interface Failed {
  readonly data?: never;
  readonly error: unknown;
  readonly response: Response;
}

/** The result of a client call. */
export type Result<Data = unknown> = Success<Data> | Failed;

/** The type of the data of a successful call. */
export type DataOf<Called extends Result> = Called extends { readonly data: infer Data }
  ? Data
  : never;

/**
 * Returns the data of a successful call. Throws a `CallboardError` for an error response; network
 * errors pass through.
 */
export function unwrap<Called extends Result>(call: PromiseLike<Called>): Promise<DataOf<Called>>;

export async function unwrap<Data>(call: PromiseLike<Result<Data>>): Promise<Data> {
  const result = await call;
  if (isSuccess(result)) return result.data;
  throw toCallboardError(result);
}

function isSuccess<Data>(result: Result<Data>): result is Success<Data> {
  return result.response.ok;
}
