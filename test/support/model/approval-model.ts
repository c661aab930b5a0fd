import { isSameJson } from './difference';
import { demand } from './outcome';
import { note, type Actor, type Model, type Proposal } from './state';

/** A gated request: its payload as a proposal would have it, and the proposal that it names. */
export interface Gated {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly leave: Proposal | undefined;
}

/** Refuses a gated request without the leave that it needs, or with leave that does not fit. */
export function checkLeave(
  by: Actor,
  operation: Proposal['operation'],
  { payload, leave }: Gated,
  isRequired: boolean,
): void {
  if (leave === undefined) {
    demand(!isRequired, 'PROPOSAL_REQUIRED');
    return;
  }
  const fits = leave.creator === by && leave.operation === operation;
  demand(fits && leave.state === 'permitted', 'INVALID_REFERENCE');
  demand(isSameJson(leave.permitted, payload), 'PROPOSAL_MISMATCH');
}

/** Uses leave up. */
export function takeLeave(model: Model, { leave }: Gated): void {
  if (leave === undefined) return;
  leave.state = 'consumed';
  note(model, leave, 'proposal.consumed');
}
