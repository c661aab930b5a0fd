import { problem } from '../../platform/problems';

/** The same 422 for a token that is wrong, used, revoked or expired. */
export function notValid() {
  return problem(
    'INVITATION_NOT_VALID',
    'This invitation is not valid, or no longer valid. Ask for a new one.',
  );
}
