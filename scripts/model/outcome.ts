import type { components } from '../../generated/types';

/** An error code of the contract. */
export type ErrorCode = components['schemas']['ErrorCode'];

/** The model's refusal of a request, thrown before any change. */
export class Refusal extends Error {
  constructor(readonly code: ErrorCode) {
    super(code);
  }
}

/** Refuses the request unless the condition is true. */
export function demand(condition: boolean, code: ErrorCode): asserts condition {
  if (!condition) throw new Refusal(code);
}

const statuses: Partial<Record<ErrorCode, number>> = {
  VALIDATION_FAILED: 400,
  UNAUTHENTICATED: 401,
  AGENT_NOT_ACTIVE: 403,
  FORBIDDEN: 403,
  WRONG_ACTOR: 403,
  PROPOSAL_REQUIRED: 403,
  SELF_REVIEW_FORBIDDEN: 403,
  NOT_FOUND: 404,
  STALE_VERSION: 412,
  DEPENDENCY_CYCLE: 422,
  INVALID_CHOICE: 422,
  INVALID_REFERENCE: 422,
  PROPOSAL_MISMATCH: 422,
};

/** The status of a code; a code without an entry is a conflict, 409. */
export function statusOf(code: ErrorCode): number {
  return statuses[code] ?? 409;
}
