import { errors } from '../../generated/errors';
import type { components } from '../../generated/types';

/** The error codes of the contract. */
export type ErrorCode = components['schemas']['ErrorCode'];
/** One fault of a request: `path` is `body`, `query`, `path` or `header`, and the JSON pointer in it. */
export type Issue = components['schemas']['Issue'];
/** The error envelope of a response. */
export type ErrorEnvelope = components['schemas']['Error'];

/** The parts of an error besides its code and message. */
export interface ProblemExtra {
  readonly issues?: readonly Issue[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error response, thrown by a handler or the platform. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: readonly Issue[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, extra: ProblemExtra = {}) {
    super(message);
    this.name = 'Problem';
    this.code = code;
    this.status = errors[code].status;
    this.issues = extra.issues ?? [];
    this.details = extra.details ?? {};
    this.headers = extra.headers ?? {};
  }

  /** The error envelope, always with all four keys. */
  envelope(): ErrorEnvelope {
    return {
      code: this.code,
      message: this.message,
      issues: [...this.issues],
      details: { ...this.details },
    };
  }
}

/**
 * Creates a problem to throw. `message` says what is wrong and what to send instead. The default is
 * the code's message in the contract.
 */
export function problem(
  code: ErrorCode,
  message: string = errors[code].message,
  extra: ProblemExtra = {},
): Problem {
  return new Problem(code, message, extra);
}

/** 404 for a resource that is absent, in another workspace or not visible to the caller. */
export function notFound(resource: string, id: string): Problem {
  return problem('NOT_FOUND', `There is no ${resource} ${id} that you can see.`);
}

/** 400 for a value that no schema can refuse; `path` is such as `body/expires_at`. */
export function invalidValue(path: string, message: string): Problem {
  return problem('VALIDATION_FAILED', message, {
    issues: [{ path, code: 'VALIDATION_FAILED', message }],
  });
}

/** 422 for an id that the caller cannot refer to; `path` is such as `body/project_id`. */
export function invalidReference(path: string, resource: string): Problem {
  const message = `${path} does not name ${resource} of this workspace.`;
  return problem('INVALID_REFERENCE', message, {
    issues: [{ path, code: 'INVALID_REFERENCE', message }],
  });
}

/**
 * Runs a check of a request. If it refuses a reference, runs the other checks too and throws 422
 * `INVALID_REFERENCE` with the issues of all, so that the caller can correct every id at once.
 */
export async function refuseTogether<Result>(
  check: () => Result | Promise<Result>,
  ...others: readonly (() => Promise<unknown>)[]
): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    if (!isInvalidReference(error)) throw error;
    const issues = [...error.issues];
    for (const other of others) {
      try {
        await other();
      } catch (another) {
        if (!(another instanceof Problem)) throw another;
        if (isInvalidReference(another)) issues.push(...another.issues);
      }
    }
    throw problem('INVALID_REFERENCE', error.message, { issues });
  }
}

function isInvalidReference(error: unknown): error is Problem {
  return error instanceof Problem && error.code === 'INVALID_REFERENCE';
}

/** 429 with `Retry-After` in whole seconds, at least one. `reason` is a sentence. */
export function rateLimited(reason: string, seconds: number): Problem {
  const message = `${reason} Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`;
  return problem('RATE_LIMITED', message, {
    headers: { 'Retry-After': String(seconds) },
    details: { retry_after_seconds: seconds },
  });
}

/** Throws 501: the generated handler of an operation that is not implemented yet. */
export function notImplemented(operationId: string): never {
  throw problem('NOT_IMPLEMENTED', `${operationId} is in the contract but not written yet.`);
}

/** The HTTP status of an error code. */
export function statusOf(code: ErrorCode): number {
  return errors[code].status;
}
