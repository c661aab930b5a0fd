import { DAY, SECOND } from '../../src/platform/time';
import { seenOf } from './approval-model';
import { demand } from './outcome';
import { note, type Actor, type Model, type Proposal } from './state';

/** A new proposal, which is not stored yet. */
export function createProposal(
  by: Actor,
  { operation, payload }: Pick<Proposal, 'operation' | 'payload'>,
  isAboutNothing: boolean,
): Proposal {
  demand(by.kind === 'agent', 'WRONG_ACTOR');
  demand(!isAboutNothing, 'INVALID_REFERENCE');
  return {
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
}

/** Stores a new proposal. */
export function announceProposal(model: Model, proposal: Proposal): Proposal {
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
  checkDecision(by, proposal, decision.isStale);
  if (decision.permitted === null) proposal.state = 'denied';
  else permitNow(model, proposal, decision.permitted);
  proposal.decider = by;
  note(model, proposal, decision.permitted === null ? 'proposal.denied' : 'proposal.permitted');
}

/** Refuses a decision that is not the caller's, too late or on another version. */
export function checkDecision(by: Actor, proposal: Proposal, isStale: boolean): void {
  demand(by.kind === 'user', 'WRONG_ACTOR');
  checkOpen(proposal);
  demand(!isStale, 'STALE_VERSION');
}

/** Gives the permission for a payload and the present state of its target. */
export function permitNow(model: Model, proposal: Proposal, payload: Proposal['payload']): void {
  proposal.state = 'permitted';
  proposal.permitted = payload;
  proposal.seen = seenOf(model, proposal);
  proposal.until = model.now + approvalSeconds;
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
