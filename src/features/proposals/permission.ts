import type { Database } from '../../platform/db/connect';
import type { Reader } from '../../platform/db/reader';
import { AfterRollback, transact } from '../../platform/db/transaction';
import type { WriteContext } from '../../platform/operation';
import { problem, type Problem, invalidReference } from '../../platform/problems';
import { DAY, addMilliseconds } from '../../platform/time';
import { findSystemActor } from '../../shared/actor-store';
import { subjectsOf } from '../../shared/agent-request-store';
import { emit } from '../../shared/events';
import { toPayload } from './proposal-mapping';
import {
  unusable,
  type Payload,
  checkPermitted,
  payloadOf,
  stateOf,
  type GatedOperation,
} from './proposal-rules';
import {
  endStalePermission,
  findApprovalDays,
  findProposal,
  type ProposalRow,
  consumeProposal,
  orderRequiresProposals,
} from './proposal-store';
import { readTarget } from './targets/target-operations';
import {
  changesSince,
  changesSinceDigest,
  isDigestOf,
  keyOfRecord,
  parseState,
  stateText,
  targetKinds,
  type TargetChanges,
  type TargetState,
} from './targets/target-rules';
import { deletePermittedTarget, findPermittedTarget } from './targets/target-store';

const unknownChanges: TargetChanges = { changes: [], changes_omitted: 0 };

/** A permission to give: the state of its target, and when it ends. */
interface NewPermission {
  readonly state: string;
  readonly expiresAt: string;
}

/**
 * Reads the state of the target that a permission is for, and when the permission ends. Throws 409
 * `PROPOSAL_STALE` when the person saw another state.
 */
export async function preparePermission(
  ctx: WriteContext,
  proposal: ProposalRow,
  { payload, seen }: { readonly payload: Payload; readonly seen: string | undefined },
): Promise<NewPermission> {
  const { transaction, workspaceId, now } = ctx;
  const { state } = await readTarget(ctx, proposal.operation, payload);
  if (seen !== undefined && !isDigestOf(seen, state)) {
    throw changedTarget(changesSinceDigest(seen, state));
  }
  const days = await findApprovalDays(transaction, workspaceId);
  return { state: stateText(state), expiresAt: addMilliseconds(now, days * DAY) };
}

/** 409 `PROPOSAL_STALE` for a person whose target has changed meanwhile: nothing is permitted. */
export function changedTarget(changes: TargetChanges): Problem {
  return problem(
    'PROPOSAL_STALE',
    `The target has changed since you read it${namesOf(changes)}. Read GET /v1/proposals/{id}/target again.`,
    { details: { cause: 'changed', ...changes } },
  );
}

/** The end of a permission whose target has changed, stored after the rollback. */
export class EndedPermission extends AfterRollback {
  constructor(
    readonly changes: TargetChanges,
    ctx: WriteContext,
    approval: ProposalRow,
  ) {
    super((database) => endPermission(database, ctx, { approval, changes }));
  }
}

/** 409 `PROPOSAL_STALE` for a permission that has ended. */
function endedPermission(
  cause: 'changed' | 'expired',
  changes: TargetChanges = unknownChanges,
): Problem {
  const reason =
    cause === 'expired'
      ? 'its time ran out'
      : `its target is not as the person saw it${namesOf(changes)}`;
  return problem(
    'PROPOSAL_STALE',
    `The permission of body/permitted_proposal_id has ended: ${reason}. Create a new proposal.`,
    { details: { cause, ...changes } },
  );
}

const maxNamed = 3;

function namesOf({ changes, changes_omitted: omitted }: TargetChanges): string {
  if (changes.length === 0) return '';
  const named = changes
    .slice(0, maxNamed)
    .map(
      ({ change, type, id, field }) =>
        `${type} ${id}${field === null ? '' : ` ${field}`} ${change}`,
    );
  const more = changes.length + omitted - named.length;
  return ` (${named.join(', ')}${more > 0 ? `, ${more} more` : ''})`;
}

/**
 * Throws 409 `PROPOSAL_STALE` unless the target is as the person saw it. The caller has locked the
 * target, or passes the state of the rows that it has used. The refusal rolls the request back, so
 * the end of the permission is stored afterwards.
 */
export async function checkTarget(
  ctx: WriteContext,
  approval: ProposalRow | undefined,
  used?: TargetState,
): Promise<void> {
  if (approval === undefined) return;
  const { transaction, workspaceId } = ctx;
  const { operation, permitted_payload: payload } = approval;
  const kind = targetKinds[operation];
  if (kind === 'none') return;
  const stored = await findPermittedTarget(transaction, { workspaceId, id: approval.id });
  const seen = stored === undefined ? undefined : parseState(stored);
  const present = used ?? (await readTarget(ctx, operation, toPayload(payload ?? '{}'))).state;
  const changes = seen === undefined ? unknownChanges : changesSince(kind, seen, present);
  if (changes === undefined) return;
  throw new EndedPermission(changes, ctx, approval);
}

/** Throws 409 `PROPOSAL_STALE` for actions that joined a project after `checkTarget`. */
export function refuseAddedActions(
  ctx: WriteContext,
  approval: ProposalRow,
  added: readonly { readonly id: string }[],
): never {
  const present = new Map(added.map(({ id }) => [keyOfRecord('action', id), '']));
  const changes = changesSince('closing', new Map(), present) ?? unknownChanges;
  throw new EndedPermission(changes, ctx, approval);
}

/** The problem of a request that lost its permission to a concurrent one. */
async function lostPermission(
  reader: Reader,
  { workspace_id: workspaceId, id }: ProposalRow,
): Promise<Problem> {
  const lost = await findProposal(reader, workspaceId, id);
  return lost?.stale_at === null ? unusable('consumed') : endedPermission('changed');
}

/**
 * Stores that a permission has ended because its target changed, and tells the agent. A concurrent
 * request may have used it first: then the target may have changed by this use.
 */
async function endPermission(
  database: Database,
  { workspaceId, now, newId, actor }: WriteContext,
  { approval, changes }: { readonly approval: ProposalRow; readonly changes: TargetChanges },
): Promise<Problem> {
  return transact(database, async (transaction) => {
    const system = await findSystemActor(transaction, workspaceId);
    const ctx = { transaction, workspaceId, now, newId, actor: system ?? actor };
    if (!(await endStalePermission(transaction, approval, { actorId: ctx.actor.id, now }))) {
      return lostPermission(transaction, approval);
    }
    await deletePermittedTarget(transaction, { workspaceId, id: approval.id });
    emit(ctx, {
      kind: 'proposal.stale',
      subject: { type: 'proposal', id: approval.id, title: approval.question },
      summary: `The permission ended: its target changed${namesOf(changes)}.`,
      about: subjectsOf(approval),
      related: { author: [approval.created_by_actor_id] },
    });
    return endedPermission('changed', changes);
  });
}

/** A request that may need approval. */
interface ApprovalRequest {
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
type Approval = ProposalRow | undefined;

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
