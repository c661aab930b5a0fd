import { DAY, SECOND } from '../../src/platform/time';
import { seenOf } from './approval-model';
import { demand } from './outcome';
import { note, type Actor, type Model, type Proposal } from './state';

/** Creates a proposal. */
export function createProposal(
  model: Model,
  by: Actor,
  { operation, payload }: Pick<Proposal, 'operation' | 'payload'>,
  isAboutNothing: boolean,
): Proposal {
  demand(by.kind === 'agent', 'WRONG_ACTOR');
  demand(!isAboutNothing, 'INVALID_REFERENCE');
  const proposal: Proposal = {
    kind: 'proposal',
    id: '',
    stamp: 0,
    creator: by,
    state: 'open',
    operation,
    payload,
    permitted: null,
    seen: null,
    until: null,
    decider: null,
  };
  model.proposals.push(proposal);
  note(model, proposal, 'proposal.created');
  return proposal;
}

const approvalSeconds = (7 * DAY) / SECOND;

/** Permits a proposal, perhaps with another payload, or denies it without one. */
export function decideProposal(
  model: Model,
  by: Actor,
  proposal: Proposal,
  decision: { readonly permitted: Proposal['permitted']; readonly isStale: boolean },
): void {
  demand(by.kind === 'user', 'WRONG_ACTOR');
  checkOpen(proposal);
  demand(!decision.isStale, 'STALE_VERSION');
  proposal.state = decision.permitted === null ? 'denied' : 'permitted';
  proposal.permitted = decision.permitted;
  if (decision.permitted !== null) {
    proposal.seen = seenOf(model, proposal);
    proposal.until = model.now + approvalSeconds;
  }
  proposal.decider = by;
  note(model, proposal, decision.permitted === null ? 'proposal.denied' : 'proposal.permitted');
}

/** Withdraws an agent's own proposal. */
export function withdrawProposal(
  model: Model,
  by: Actor,
  proposal: Proposal,
  isStale: boolean,
): void {
  demand(by.kind === 'agent', 'WRONG_ACTOR');
  checkOpen(proposal);
  demand(proposal.creator === by, 'FORBIDDEN');
  demand(!isStale, 'STALE_VERSION');
  proposal.state = 'withdrawn';
  note(model, proposal, 'proposal.withdrawn');
}

function checkOpen(proposal: Proposal): void {
  demand(proposal.state === 'open', 'ALREADY_RESOLVED');
}
