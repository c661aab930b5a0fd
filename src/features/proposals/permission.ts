import { subjectsOf } from '../../shared/agent-requests';
import { findSystemActor } from '../../shared/actors';
import { emit } from '../../shared/events';
import { AfterRollback, transact } from '../../platform/db/transaction';
import type { Database } from '../../platform/db/connect';
import type { Reader } from '../../platform/db/reader';
import type { WriteContext } from '../../platform/operation';
import { problem, type Problem } from '../../platform/problems';
import { DAY, addMilliseconds } from '../../platform/time';
import { toPayload } from './proposal-mapping';
import { unusable, type Payload } from './proposal-rules';
import {
  endStalePermission,
  findApprovalDays,
  findProposal,
  type ProposalRow,
} from './proposal-store';
import { deletePermittedTarget, findPermittedTarget } from './targets/target-store';
import { readTarget } from './targets/target-reading';
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
export function endedPermission(
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
export async function lostPermission(
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
