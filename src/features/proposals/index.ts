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
import { subjectsOf } from '../../shared/agent-request-store';
import { takeDueTimers, type Occurrence, type TimerHandler } from '../../shared/timer-store';
import { truncate } from '../../platform/text-length';
import { stateOf } from './proposal-rules';
import { lockPermitted } from './proposal-store';
import { deletePermittedTargets } from './targets/target-store';

export { toPayload, toProposals, toResult } from './proposal-mapping';
export { changesOf, stateOf as proposalState } from './proposal-rules';
export {
  checkTarget,
  refuseAddedActions,
  checkNamesApproval,
  consumeApproval,
  findApproval,
  findNamedApproval,
  orderRequiresApproval,
  proposalRequired,
  requiresApproval,
} from './permission';
export { withRepetitions } from './execution/repeat-operations';
export { TemplateState } from './targets/target-rules';
export {
  getShownProposal,
  isHiddenProposal,
  openProposalsOf,
  type ProposalRow,
} from './proposal-store';

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

/** Emits `proposal.expired` for permissions whose time has run out. */
export const expirePermissions: TimerHandler = async (source, subjectIds) => {
  const { transaction, workspaceId, now } = source;
  const proposals = await lockPermitted(transaction, workspaceId, subjectIds);
  const taken = await takeDueTimers(
    transaction,
    { workspaceId, kind: 'proposal.expired', now },
    proposals.map(({ id }) => id),
  );
  const occurrences: Occurrence[] = [];
  for (const proposal of proposals) {
    const { id } = proposal;
    const at = taken.get(id);
    if (at === undefined || stateOf(proposal, now) !== 'expired') continue;
    const event = {
      kind: 'proposal.expired',
      subject: { type: 'proposal', id, title: truncate(proposal.question) },
      summary: 'The permission ended unused: its time ran out.',
      about: subjectsOf(proposal),
      related: { author: [proposal.created_by_actor_id] },
    } as const;
    occurrences.push({ at, event });
  }
  const ended = occurrences.map(({ event }) => event.subject.id);
  if (ended.length > 0) await deletePermittedTargets(transaction, workspaceId, ended);
  return { occurrences };
};
