import type { components } from '../../../../generated/types';
import { checkDifferentIds, performBatch } from '../../../platform/batch';
import { bool } from '../../../platform/db/statements/columns';
import { etagOf } from '../../../platform/http/responses/response';
import type { Actor, WriteContext, WriteHandler } from '../../../platform/operation';
import { truncate } from '../../../platform/text-length';
import { emit } from '../../../shared/events';
import { lockPlan } from '../../../shared/plans';
import { actionNews, insertVerbNote, workersOf } from '../action-activity-store';
import { type ActionGuard, lockActionFor } from '../action-guard';
import { type Action, replyWithAction } from '../action-mapping';
import { checkMayReview } from '../action-rules';
import { changeColumns, updateActionRow } from '../action-store';
import { emitUnblocked, lockBlockersBeside } from '../blockers/unblocking-store';
import { type AssigneeFields, lockActions, lockAssignedAgents } from './assignee-store';
import { returnToWork } from './reopen-operations';

/** Approves finished work. The row lock decides which of several reviewers is first. */
export const approveAction: WriteHandler<'approveAction'> = async ({ path, header, body }, ctx) =>
  approve(ctx, path.id, { ifMatch: header['If-Match'], comment: body?.comment });

/** Rejects finished work, which makes the action ready again. */
export const rejectAction: WriteHandler<'rejectAction'> = async ({ path, header, body }, ctx) =>
  reject(ctx, path.id, { ifMatch: header['If-Match'], assignee: body, reason: body.reason });

/** Approves the finished work of an action, and replies with it. */
async function approve(
  ctx: WriteContext,
  id: string,
  {
    ifMatch,
    comment: given,
  }: { readonly ifMatch: string | undefined; readonly comment: string | undefined },
) {
  const { transaction, actor, now } = ctx;
  const row = await lockActionFor(ctx, id, reviewGuard(actor, ifMatch));
  const note = await insertVerbNote(ctx, row.id, given);
  await updateActionRow(transaction, row, {
    review_state: 'approved',
    reviewer_actor_id: actor.id,
    reviewed_at: now,
    ...changeColumns(ctx, row),
    ...note,
  });
  const comment = given === undefined ? '.' : `: ${truncate(given)}`;
  emit(
    ctx,
    actionNews(row, 'action.approved', `${actor.name} approved the work${comment}`, {
      related: workersOf(row, now),
      noteId: note.latest_note_id,
    }),
  );
  if (bool(row.blocks_others)) {
    await emitUnblocked(ctx, { ids: [row.id], actorId: actor.id });
  }
  return replyWithAction(ctx, id);
}

/** Rejects the finished work of an action, and replies with it. */
async function reject(
  ctx: WriteContext,
  id: string,
  rejection: {
    readonly ifMatch: string | undefined;
    readonly assignee: AssigneeFields;
    readonly reason: string;
  },
) {
  const { actor, now } = ctx;
  return returnToWork(ctx, id, {
    guard: reviewGuard(actor, rejection.ifMatch),
    assignee: rejection.assignee,
    reason: rejection.reason,
    review: { review_state: 'rejected', reviewer_actor_id: actor.id, reviewed_at: now },
    kind: 'action.rejected',
    summary: `${actor.name} rejected the work`,
  });
}

function reviewGuard(actor: Actor, ifMatch: string | undefined): ActionGuard {
  return { state: 'inReview', permission: (row) => checkMayReview(actor, row), ifMatch };
}

type Item = components['schemas']['ActionBatchReviewItem'];

/**
 * Approves and rejects several actions in one transaction, each as the single verb does. The
 * statements are a bounded number for each item, because each item checks and changes its own rows.
 */
export const batchReviewActions: WriteHandler<'batchReviewActions'> = async (
  { body: { items } },
  ctx,
) => {
  checkDifferentIds(items);
  await lockForReviews(ctx, items);
  const entries = await performBatch(ctx.transaction, items, (item) => decide(ctx, item));
  return { status: 200, body: { items: entries } };
};

async function decide(ctx: WriteContext, item: Item): Promise<Action> {
  const { id, version, decision, comment, reason = '' } = item;
  const ifMatch = etagOf(version);
  const { body } =
    decision === 'approve'
      ? await approve(ctx, id, { ifMatch, comment })
      : await reject(ctx, id, { ifMatch, assignee: {}, reason });
  return body;
}

// Locks for all items what the single verbs lock, in their order: agents, workspace, actions by id,
// blockers. A rejection locks agent and workspace, and an approval locks blockers.
async function lockForReviews(
  { transaction, workspaceId }: WriteContext,
  items: readonly Item[],
): Promise<void> {
  const idsWith = (wanted: Item['decision']) =>
    items.flatMap(({ id, decision }) => (decision === wanted ? [id] : []));
  const agents = await lockAssignedAgents(transaction, workspaceId, idsWith('reject'));
  if (agents > 0) await lockPlan(transaction, workspaceId);
  const ids = items.map(({ id }) => id);
  await lockActions(transaction, workspaceId, ids);
  const approved = idsWith('approve');
  if (approved.length > 0) await lockBlockersBeside(transaction, { workspaceId, ids: approved });
}
