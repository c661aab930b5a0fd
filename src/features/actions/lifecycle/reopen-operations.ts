import { truncate } from '../../../platform/text-length';
import { emit, type NewsKind } from '../../../shared/events';
import { enforceCap, lockPlan } from '../../../shared/plans';
import { OutdatedRead, violation } from '../../../platform/db/faults';
import type { Transaction } from '../../../platform/db/transaction';
import type { Actor, WriteContext, WriteHandler } from '../../../platform/operation';
import { problem } from '../../../platform/problems';
import { type ActionGuard, getVisibleAction, lockActionFor, toPolicyAction } from '../action-guard';
import { checkMayAssign, checkMayChange } from '../action-rules';
import { actionNews, insertVerbNote, workersOf } from '../action-activity-store';
import { replyWithAction } from '../action-mapping';
import {
  type ActionChanges,
  type ActionRow,
  changeColumns,
  type StoredAction,
  updateActionRow,
} from '../action-store';
import { lockDependencies, checkPlace } from '../blockers/blocker-store';
import { changeNeedsApproval } from './update-operations';
import { findStanding } from './copy-standing-store';
import {
  checkAssignee,
  lockAssignee,
  type Assignee,
  type AssigneeFields,
  type NamedAssignee,
} from './assignee-store';

/** Reopens an action that has ended: done becomes ready, dropped becomes inbox. */
export const reopenAction: WriteHandler<'reopenAction'> = async ({ path, header, body }, ctx) =>
  returnToWork(ctx, path.id, {
    guard: { state: 'ended', ifMatch: header['If-Match'] },
    assignee: body ?? {},
    reason: body?.reason,
    review: { review_state: 'none', reviewer_actor_id: null, reviewed_at: null },
    kind: 'action.reopened',
    summary: `${ctx.actor.name} reopened the action`,
  });

/** How an action that has ended becomes open again. */
export interface Reopening {
  readonly guard: ActionGuard;
  /** The new assignee, if the body names one. */
  readonly assignee: AssigneeFields;
  readonly reason: string | undefined;
  readonly review: Pick<StoredAction, 'review_state' | 'reviewer_actor_id' | 'reviewed_at'>;
  readonly kind: NewsKind;
  /** The summary of the event, without the reason and the full stop. */
  readonly summary: string;
}

/**
 * Opens an action that has ended. It keeps its result until the next one, and its assignee unless
 * the body names another one or it may not keep it (`Standing`). Throws 403 `CAP_EXCEEDED` when
 * agents would have more open actions than the plan allows, and 409 `SOURCE_KEY_TAKEN`.
 */
export async function returnToWork(ctx: WriteContext, id: string, reopening: Reopening) {
  const { transaction, workspaceId, now } = ctx;
  const before = await getVisibleAction(ctx, id);
  const named = await lockAssignee(transaction, workspaceId, reopening.assignee);
  const standing = await findStanding(transaction, workspaceId, [before]);
  const keepsAssignee = named.assignee === undefined && named.fault === undefined;
  const loses = keepsAssignee && standing.losesAssignee(before);
  const assignee = loses ? null : named.assignee;
  const kind = assignee === undefined ? before.assignee_kind : assignee?.kind;
  if (kind === 'agent') await lockPlan(transaction, workspaceId);
  // An action in review has a place in its sequence already.
  const mayJoin = reopening.guard.state === 'ended' && before.project_id !== null;
  if (mayJoin) await lockDependencies(transaction, workspaceId);
  const row = await lockActionFor(ctx, id, {
    ...reopening.guard,
    async permission(action) {
      await reopening.guard.permission?.(action);
      checkMayReassign(ctx.actor, action, named);
      await checkReassignsFreely(ctx, action, named);
    },
  });
  // The standing and the dependencies were locked before the action, by what it had then.
  const fixed = ['assigned_actor_id', 'domain_id', 'project_id'] as const;
  if (fixed.some((name) => row[name] !== before[name])) {
    throw new OutdatedRead(`The action ${id} has changed before it was locked.`);
  }
  checkAssignee(named);
  if (kind === 'agent') await enforceCap(transaction, workspaceId, 'open_agent_actions');
  const note = await insertVerbNote(ctx, row.id, reopening.reason);
  const status = row.status === 'done' ? 'ready' : 'inbox';
  const place = standing.placeOf({ ...row, status });
  const changes = {
    status: loses ? place.status : status,
    ...(place.domain_id === row.domain_id ? {} : { domain_id: place.domain_id }),
    completed_at: null,
    completed_by_actor_id: null,
    waits_for_answer: false,
    // The earlier claims are superseded, and usage that agents report from now on adds to theirs.
    claim_generation: Number(row.claim_generation) + 1,
    ...reopening.review,
    ...changeColumns(ctx, row),
    ...assigneeColumns(ctx, row, assignee),
    ...note,
  } as const;
  await open(transaction, row, changes);
  if (mayJoin && row.review_state !== 'pending') await checkPlace(ctx, row);
  const given = reopening.reason === undefined ? '.' : `: ${truncate(reopening.reason)}`;
  const lost = { ...row, ...(loses ? {} : { assigned_actor_id: null }) };
  const why = `${given}${standing.reasonsOf(lost)}`;
  emit(
    ctx,
    actionNews(row, reopening.kind, `${reopening.summary}${why}`, {
      related: workersOf(row, now, { ...row, ...changes }),
      noteId: note.latest_note_id,
    }),
  );
  return replyWithAction(ctx, id);
}

// A reviewer that may not change the action must not take it by rejecting it.
function checkMayReassign(actor: Actor, row: ActionRow, { assignee }: NamedAssignee): void {
  if (assignee === undefined || assignee?.id === row.assigned_actor_id) return;
  checkMayAssign(actor, assignee);
  if (assignee?.id === actor.id) checkMayChange(actor, toPolicyAction(row));
}

// The request cannot name an approval, so the agent has to reassign the action afterwards.
async function checkReassignsFreely(
  ctx: WriteContext,
  row: ActionRow,
  { assignee }: NamedAssignee,
): Promise<void> {
  if (assignee === undefined || !(await changeNeedsApproval(ctx, row, {}, assignee))) return;
  throw problem(
    'PROPOSAL_REQUIRED',
    'You need a permitted proposal to assign this action. Reject it without assigned_actor_id, ' +
      'then send the assignee with updateAction and permitted_proposal_id.',
    { details: { operation: 'updateAction' } },
  );
}

// The action does not count as working yet, unless the caller reopens its own action.
function assigneeColumns(
  { actor, now }: WriteContext,
  row: ActionRow,
  assignee: Assignee,
): ActionChanges {
  const id = assignee === undefined ? row.assigned_actor_id : (assignee?.id ?? null);
  return {
    assignee_active_at: id === actor.id ? now : null,
    ...(id === row.assigned_actor_id
      ? {}
      : { assigned_actor_id: id, assigned_at: id === null ? null : now }),
  };
}

// A unique index detects another open action with the same source key.
async function open(
  transaction: Transaction,
  row: ActionRow,
  changes: ActionChanges,
): Promise<void> {
  try {
    await updateActionRow(transaction, row, changes);
  } catch (error) {
    if (violation(error)?.columns.includes('source_key') !== true) throw error;
    throw problem('SOURCE_KEY_TAKEN', 'Another open action has the same source_key now.', {
      details: { source_key: row.source_key },
    });
  }
}
