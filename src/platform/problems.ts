import type { components } from '../../generated/types';

/** The error codes of the contract. */
export type ErrorCode = components['schemas']['ErrorCode'];
/** One fault of a request: `path` is a JSON pointer from `body`, `query`, `path` or `header`. */
export type Issue = components['schemas']['Issue'];
/** The error envelope of a response. */
export type ErrorEnvelope = components['schemas']['Error'];

const statuses: Record<ErrorCode, number> = {
  MALFORMED_JSON: 400,
  UNKNOWN_FIELD: 400,
  UNKNOWN_PARAMETER: 400,
  VALIDATION_FAILED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  WRONG_ACTOR: 403,
  WRONG_PASSWORD: 403,
  INSUFFICIENT_SCOPE: 403,
  AGENT_NOT_ACTIVE: 403,
  PROPOSAL_REQUIRED: 403,
  CAP_EXCEEDED: 403,
  CSRF_FAILED: 403,
  SELF_REVIEW_FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  AGENT_REVOKED: 409,
  ALREADY_RESOLVED: 409,
  ALREADY_TERMINAL: 409,
  EMAIL_TAKEN: 409,
  DOMAIN_IN_USE: 409,
  ALREADY_CLAIMED: 409,
  BLOCKED: 409,
  CLAIM_LOST: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  LAST_OWNER: 409,
  NAME_TAKEN: 409,
  NOT_A_TEMPLATE: 409,
  NOT_IN_REVIEW: 409,
  NOT_REVERTIBLE: 409,
  NOT_TERMINAL: 409,
  ORDER_DROPPED: 409,
  NOT_CLAIMABLE: 409,
  ORDER_NOT_ACTIVE: 409,
  PROJECT_HAS_OPEN_ACTIONS: 409,
  REQUEST_IN_PROGRESS: 409,
  SOURCE_KEY_TAKEN: 409,
  TEMPLATE_NOT_COMPLETABLE: 409,
  TOKEN_NOT_ACTIVE: 409,
  USER_NOT_ACTIVE: 409,
  WORKSPACE_REQUIRED: 409,
  CURSOR_EXPIRED: 410,
  STALE_VERSION: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  CONFLICTING_ASSIGNEE: 422,
  DEPENDENCY_CYCLE: 422,
  INVALID_CHOICE: 422,
  INVALID_REFERENCE: 422,
  PROPOSAL_MISMATCH: 422,
  INVITATION_NOT_VALID: 422,
  PASSWORD_RESET_NOT_VALID: 422,
  PASSWORD_TOO_COMMON: 422,
  TOO_MANY_IDS: 422,
  VERSION_REQUIRED: 428,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  NOT_IMPLEMENTED: 501,
  UNAVAILABLE: 503,
};

/** The parts of an error beside its code and message. */
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
    this.status = statuses[code];
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

/** Creates a problem to throw. `message` says what is wrong and what to send instead. */
export function problem(code: ErrorCode, message: string, extra: ProblemExtra = {}): Problem {
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

/** Throws 501: the generated handler of an operation that is not implemented yet. */
export function notImplemented(operationId: string): never {
  throw problem('NOT_IMPLEMENTED', `${operationId} is in the contract but not written yet.`);
}

/** The HTTP status of an error code. */
export function statusOf(code: ErrorCode): number {
  return statuses[code];
}
