/**
 * Proposals: the leave that agents ask for single requests. A person permits or denies one, or its agent withdraws it; a
 * permitted one is used once, by the request that it permits. They share the table of questions, each room with its own kind of
 * rows. Emits proposal.*. Agents propose, everybody reads, people decide. The rooms of gated operations ask here.
 */
import type { ProposalsHandlers } from '../../../generated/handlers';
import { denyProposal, permitProposal, withdrawProposal } from './proposal-resolution-operations';
import { createProposal, getProposal, listProposals } from './proposal-operations';

export { aboutOf, getProposalRow } from './proposal-operations';
export { findApproval, requiresApproval, orderRequiresApproval, consumeApproval } from './approval';

/** The operations of this room. */
export const proposalsHandlers: ProposalsHandlers = {
  listProposals,
  createProposal,
  getProposal,
  permitProposal,
  denyProposal,
  withdrawProposal,
};
