import { subjectsOf } from '../../shared/agent-requests';
import { emit } from '../../shared/events';
import type { WriteContext } from '../../platform/operation';
import { invalidReference, problem, type Problem } from '../../platform/problems';
import { checkTarget, endedPermission, lostPermission } from './permission';
import { toPayload } from './proposal-mapping';
import {
  checkPermitted,
  payloadOf,
  stateOf,
  unusable,
  type GatedOperation,
} from './proposal-rules';
import {
  consumeProposal,
  findProposal,
  orderRequiresProposals,
  type ProposalRow,
} from './proposal-store';
import { deletePermittedTarget } from './targets/target-store';

/** A request that may need approval. */
export interface ApprovalRequest {
  readonly operation: GatedOperation;
  /** The body, with the `id` of the path where the operation has one. */
  readonly request: object;
  /** `permitted_proposal_id`, if the caller sent one. */
  readonly proposalId: string | undefined;
  /** Whether the caller needs approval. */
  readonly required: boolean;
  /** The actions beside the request's own record that need the approval. */
  readonly actionIds?: readonly string[];
}

/** A permitted proposal to consume, or undefined when the request names none and needs none. */
export type Approval = ProposalRow | undefined;

/**
 * Whether the actor needs approval for gated operations: an agent that requires proposals, or one
 * of whose orders does. Pass the order of the record before the change and the one after it.
 */
export async function requiresApproval(
  ctx: WriteContext,
  ...orderIds: readonly (string | null | undefined)[]
): Promise<boolean> {
  const { actor } = ctx;
  if (actor.kind !== 'agent') return false;
  if (actor.requiresProposals) return true;
  for (const orderId of new Set(orderIds)) {
    if (await orderRequiresApproval(ctx, orderId)) return true;
  }
  return false;
}

/** Whether an agent needs approval because of the order, whatever the agent itself requires. */
export async function orderRequiresApproval(
  { transaction, workspaceId, actor }: Pick<WriteContext, 'transaction' | 'workspaceId' | 'actor'>,
  orderId: string | null | undefined,
): Promise<boolean> {
  if (actor.kind !== 'agent' || typeof orderId !== 'string') return false;
  return orderRequiresProposals(transaction, workspaceId, orderId);
}

/**
 * Finds the approval that a request names. Throws 403 `PROPOSAL_REQUIRED` with `details.operation`
 * when approval is required and the request names none; 422 `INVALID_REFERENCE` with `details.cause`
 * unless the proposal is the caller's own, for this operation, permitted and not consumed; 409
 * `PROPOSAL_STALE` when the permission has ended; 422 `PROPOSAL_MISMATCH` when another payload was
 * permitted. Pass the result to `checkTarget` with the target locked, and to `consumeApproval` after
 * the change.
 */
export async function findApproval(
  ctx: WriteContext,
  { operation, request, proposalId, required, actionIds }: ApprovalRequest,
): Promise<Approval> {
  const { transaction, workspaceId, actor } = ctx;
  if (proposalId === undefined) {
    if (!required) return undefined;
    throw proposalRequired(operation, actionIds);
  }
  const proposal = await findProposal(transaction, workspaceId, proposalId);
  if (proposal === undefined) {
    throw invalidReference('body/permitted_proposal_id', 'a proposal');
  }
  if (actor.kind !== 'agent' || proposal.agent_id !== actor.agentId) throw unusable('foreign');
  const state = stateOf(proposal, ctx.now);
  if (state === 'expired') throw endedPermission('expired');
  if (state === 'stale') throw endedPermission('changed');
  if (state !== 'permitted') throw unusable(state);
  if (proposal.operation !== operation) throw unusable('other_operation');
  if (proposal.permitted_payload === null) throw new Error(`${proposal.id} permits nothing.`);
  checkPermitted(toPayload(proposal.permitted_payload), payloadOf(request));
  return proposal;
}

/** 403 `PROPOSAL_REQUIRED`, perhaps for actions beside the request's own record. */
export function proposalRequired(
  operation: GatedOperation,
  actionIds?: readonly string[],
): Problem {
  return problem('PROPOSAL_REQUIRED', 'You need a permitted proposal for this operation.', {
    details: { operation, ...(actionIds === undefined ? {} : { action_ids: actionIds }) },
  });
}

/**
 * Consumes an approval. Throws 422 `INVALID_REFERENCE` when a concurrent request has consumed it, or
 * 409 `PROPOSAL_STALE` when one has ended it: the database decides which request is first.
 */
export async function consumeApproval(ctx: WriteContext, approval: Approval): Promise<void> {
  if (approval === undefined) return;
  const { transaction, actor, now } = ctx;
  const { workspace_id: workspaceId, id } = approval;
  if (!(await consumeProposal(transaction, approval, { actorId: actor.id, now }))) {
    throw await lostPermission(transaction, approval);
  }
  await deletePermittedTarget(transaction, { workspaceId, id });
  emit(ctx, {
    kind: 'proposal.consumed',
    subject: { type: 'proposal', id: approval.id, title: approval.question },
    summary: `${actor.name} used the approval of ${approval.operation}.`,
    about: subjectsOf(approval),
  });
}

/** A request that may name an approval. */
type NamedApproval = Omit<ApprovalRequest, 'required'>;

/**
 * Throws 403 `PROPOSAL_REQUIRED` when the request needs an approval and names none. Whether a named
 * approval fits the request is a rule, which `findNamedApproval` checks after the guard.
 */
export async function checkNamesApproval(
  ctx: WriteContext,
  request: NamedApproval,
  isRequired: () => Promise<boolean>,
): Promise<void> {
  if (request.proposalId !== undefined) return;
  await findApproval(ctx, { ...request, required: await isRequired() });
}

/**
 * The approval that a request names; undefined when it names none. Throws 422 unless it fits, and
 * 409 `PROPOSAL_STALE` unless the target, which the caller has locked, is as the person saw it.
 */
export async function findNamedApproval(
  ctx: WriteContext,
  request: NamedApproval,
): Promise<Approval> {
  const approval = await findApproval(ctx, { ...request, required: false });
  await checkTarget(ctx, approval);
  return approval;
}
