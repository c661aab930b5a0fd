import { isSameJson } from './difference';
import { demand } from './outcome';
import { note, type Actor, type Model, type Proposal } from './state';

/** A gated request: its payload in the form of a proposal, and the proposal that it names. */
export interface Gated {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly approval: Proposal | undefined;
}

/** Refuses a gated request without the approval that it needs, or with one that does not match. */
export function checkApproval(
  by: Actor,
  operation: Proposal['operation'],
  { payload, approval }: Gated,
  isRequired: boolean,
): void {
  if (approval === undefined) {
    demand(!isRequired, 'PROPOSAL_REQUIRED');
    return;
  }
  const fits = approval.creator === by && approval.operation === operation;
  demand(fits && approval.state === 'permitted', 'INVALID_REFERENCE');
  demand(isSameJson(approval.permitted, payload), 'PROPOSAL_MISMATCH');
}

/** Consumes an approval. */
export function consumeApproval(model: Model, { approval }: Gated): void {
  if (approval === undefined) return;
  approval.state = 'consumed';
  note(model, approval, 'proposal.consumed');
}
