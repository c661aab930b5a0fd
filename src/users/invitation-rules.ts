import { problem } from '../platform/problems';

/** 422 for a token that is wrong, used, revoked or expired: all the same answer. */
export function notValid() {
  return problem(
    'INVITATION_NOT_VALID',
    'This invitation is not valid, or not any more. Ask for a new one.',
  );
}

/** 409 for an address with which somebody signs in; told to owners who invite it and to whom they invited only. */
export function emailTaken(email: string) {
  return problem('EMAIL_TAKEN', `Somebody signs in with ${email} already.`, {
    details: { email },
  });
}
