import { emit } from '../../shared/events';
import type { WriteContext } from '../../platform/operation';
import { invalidReference, problem } from '../../platform/problems';
import { toPayload } from './proposal-mapping';
import { aboutOf } from './proposal-operations';
import { checkPermitted, payloadOf, stateOf, type GatedOperation } from './proposal-rules';
import {
  consumeProposal,
  findProposal,
  orderRequiresProposals,
  type ProposalRow,
} from './proposal-store';

/** A request that may need leave. */
export interface ApprovalRequest {
  readonly operation: GatedOperation;
  /** The body, and with it the `id` of the path where the operation has one. */
  readonly request: object;
  /** `permitted_proposal_id`, if the caller sent one. */
  readonly proposalId: string | undefined;
  /** Whether the caller may not do without. */
  readonly required: boolean;
}

/** A permitted proposal to use up, or undefined when the request needs none and names none. */
export type Approval = ProposalRow | undefined;

/** Whether the actor must ask leave for gated operations: of itself, or because of the order that it works for. People need not. */
export async function requiresApproval(
  { transaction, workspaceId, actor }: WriteContext,
  orderId?: string | null,
): Promise<boolean> {
  if (actor.kind !== 'agent') return false;
  return (
    actor.requiresProposals || orderRequiresApproval({ transaction, workspaceId, actor }, orderId)
  );
}

/** Whether an agent must ask leave because of that order, whatever is said of the agent itself. */
export async function orderRequiresApproval(
  { transaction, workspaceId, actor }: Pick<WriteContext, 'transaction' | 'workspaceId' | 'actor'>,
  orderId: string | null | undefined,
): Promise<boolean> {
  if (actor.kind !== 'agent' || typeof orderId !== 'string') return false;
  return orderRequiresProposals(transaction, workspaceId, orderId);
}

/**
 * Finds the leave that a request names (product section 4, "Proposals"). Throws 403 `PROPOSAL_REQUIRED` with `details.operation` where
 * one is required and none is named, 422 `INVALID_REFERENCE` unless it is the caller's own, for this operation, permitted and
 * unused, and 422 `PROPOSAL_MISMATCH` when something else was permitted. Give what it answers to `takeLeave` once the work is done.
 */
export async function findApproval(
  { transaction, workspaceId, actor }: WriteContext,
  { operation, request, proposalId, required }: ApprovalRequest,
): Promise<Approval> {
  if (proposalId === undefined) {
    if (!required) return undefined;
    throw problem('PROPOSAL_REQUIRED', 'You may not do this without a permitted proposal.', {
      details: { operation },
    });
  }
  const proposal = await findProposal(transaction, workspaceId, proposalId);
  const isOwn = actor.kind === 'agent' && proposal?.agent_id === actor.agentId;
  if (
    proposal === undefined ||
    !isOwn ||
    proposal.operation !== operation ||
    proposal.permitted_payload === null ||
    stateOf(proposal) !== 'permitted'
  ) {
    throw invalidApproval();
  }
  checkPermitted(toPayload(proposal.permitted_payload), payloadOf(request));
  return proposal;
}

/** Uses leave up. Of several requests that name one proposal the first wins; the others are 422 `INVALID_REFERENCE`. */
export async function consumeApproval(ctx: WriteContext, leave: Approval): Promise<void> {
  if (leave === undefined) return;
  const { transaction, actor, now } = ctx;
  if (!(await consumeProposal(transaction, leave, { actorId: actor.id, now })))
    throw invalidApproval();
  emit(ctx, {
    kind: 'proposal.consumed',
    subject: { type: 'proposal', id: leave.id, title: leave.question },
    summary: `${actor.name} used the leave to ${leave.operation}.`,
    about: aboutOf(leave),
  });
}

function invalidApproval() {
  return invalidReference('body/permitted_proposal_id', 'a permitted, unused proposal of yours');
}
