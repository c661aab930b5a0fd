import { truncate } from '../../../platform/text';
import { emit } from '../../../shared/events';
import { bool } from '../../../platform/db/statements/columns';
import type { Actor, WriteContext, WriteHandler } from '../../../platform/operation';
import { actionNews, workersOf } from '../action-events';
import { lockActionFor, type ActionGuard } from '../action-guard';
import { checkMayReview } from '../action-policy';
import { replyWithAction } from '../action-reply';
import { updateActionRow } from '../action-store';
import { emitUnblocked } from '../blockers/unblocking';
import { changeColumns } from '../caller-changes';
import type { AssigneeFields } from './assignee';
import { returnToWork } from './reopen-operations';
import { insertVerbNote } from './verb-note';

/** Approves finished work. The row lock decides which of several reviewers is first. */
export const approveAction: WriteHandler<'approveAction'> = async ({ path, header, body }, ctx) =>
  approve(ctx, path.id, { ifMatch: header['If-Match'], comment: body?.comment });

/** Rejects finished work, which makes the action ready again. */
export const rejectAction: WriteHandler<'rejectAction'> = async ({ path, header, body }, ctx) =>
  reject(ctx, path.id, { ifMatch: header['If-Match'], assignee: body, reason: body.reason });

/** Approves the finished work of an action, and replies with it. */
export async function approve(
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
export async function reject(
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
