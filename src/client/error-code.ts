import { errorCodes } from '../../generated/client';
import type { components } from '../../generated/types';

/** The error codes of the contract. */
export type ErrorCode = components['schemas']['ErrorCode'];

/** The code of an error response; `UNRECOGNIZED` if the response has no code of the contract. */
export type FailureCode = ErrorCode | 'UNRECOGNIZED';

/**
 * The code that an error response has. The build of the console replaces this module, because the
 * server of a page has the codes of its contract.
 */
export function codeOf(code: unknown): FailureCode {
  return errorCodes.find((known) => known === code) ?? 'UNRECOGNIZED';
}
