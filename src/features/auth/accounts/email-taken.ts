import { problem } from '../../../platform/problems';

/**
 * 409 for an address that has an account in this workspace, active or not. Accounts of other
 * workspaces are never revealed.
 */
export function emailTaken(email: string) {
  return problem('EMAIL_TAKEN', `This workspace has an account of ${email} already.`, {
    details: { email },
  });
}
