import type { WriteContext } from '../../../platform/operation';
import { findApproval } from '../../proposals';

type ApprovalRequest = Omit<Parameters<typeof findApproval>[1], 'required'>;

/**
 * Throws 403 `PROPOSAL_REQUIRED` when the request needs an approval and names none. Whether a named
 * approval fits the request is a rule, which `findNamedApproval` checks after the guard.
 */
export async function checkNamesApproval(
  ctx: WriteContext,
  request: ApprovalRequest,
  isRequired: () => Promise<boolean>,
): Promise<void> {
  if (request.proposalId !== undefined) return;
  await findApproval(ctx, { ...request, required: await isRequired() });
}

/** The approval that a request names; undefined when it names none. Throws 422 unless it fits. */
export function findNamedApproval(
  ctx: WriteContext,
  request: ApprovalRequest,
): ReturnType<typeof findApproval> {
  return findApproval(ctx, { ...request, required: false });
}
