/**
 * Proposals: an agent asks for approval of one request. A person permits or denies it, or the agent
 * withdraws it. The request that was permitted consumes the proposal. Features with gated
 * operations check approvals here. A permission is for the state of its target that the person saw
 * (`targets/`), and it ends after a time. Permitting may execute the request at once (`execution/`).
 * Emits proposal.*.
 */
import type { ProposalsHandlers } from '../../../generated/handlers';
import {
  createProposal,
  denyProposal,
  getProposal,
  listProposals,
  permitProposal,
  withdrawProposal,
} from './proposal-operations';
import { getProposalTarget } from './targets/target-operations';

export { toPayload, toProposal, toResult } from './proposal-mapping';
export { changesOf, stateOf as proposalState } from './proposal-rules';
export { checkTarget, refuseAddedActions } from './permission';
export { expirePermissions } from './proposal-timers';
export { withRepetitions } from './execution/repeat-operations';
export { TemplateState } from './targets/target-rules';
export {
  getShownProposal,
  isHiddenProposal,
  openProposalsOf,
  type ProposalRow,
} from './proposal-store';
export {
  checkNamesApproval,
  consumeApproval,
  findApproval,
  findNamedApproval,
  orderRequiresApproval,
  proposalRequired,
  requiresApproval,
} from './approval';

/** The operations on proposals. */
export const proposalsHandlers: ProposalsHandlers = {
  listProposals,
  createProposal,
  getProposal,
  getProposalTarget,
  permitProposal,
  denyProposal,
  withdrawProposal,
};
