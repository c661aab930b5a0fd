import { truncate } from '../../../platform/text';
import { emit } from '../../../shared/events';
import { bool } from '../../../platform/db/statements/columns';
import type { Actor, WriteHandler } from '../../../platform/operation';
import { actionNews, workersOf } from '../action-events';
import { lockActionFor, type ActionGuard } from '../action-guard';
import { checkNotFinisher } from '../action-policy';
import { replyWithAction } from '../action-reply';
import { updateActionRow } from '../action-store';
import { emitUnblocked } from '../blockers/unblocking';
import { changeColumns } from '../caller-changes';
import { returnToWork } from './reopen-operations';
import { insertVerbNote } from './verb-note';

/** Approves finished work. The row lock decides which of several reviewers is first. */
export const approveAction: WriteHandler<'approveAction'> = async ({ path, header, body }, ctx) => {
  const { transaction, actor, now } = ctx;
  const row = await lockActionFor(ctx, path.id, reviewGuard(actor, header['If-Match']));
  const note = await insertVerbNote(ctx, row.id, body?.comment);
  await updateActionRow(transaction, row, {
    review_state: 'approved',
    reviewer_actor_id: actor.id,
    reviewed_at: now,
    ...changeColumns(ctx, row),
    ...note,
  });
  const comment = body?.comment === undefined ? '.' : `: ${truncate(body.comment)}`;
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
  return replyWithAction(ctx, path.id);
};

/** Rejects finished work, which makes the action ready again. */
export const rejectAction: WriteHandler<'rejectAction'> = async ({ path, header, body }, ctx) => {
  const { actor, now } = ctx;
  return returnToWork(ctx, path.id, {
    guard: reviewGuard(actor, header['If-Match']),
    assignee: body,
    reason: body.reason,
    review: { review_state: 'rejected', reviewer_actor_id: actor.id, reviewed_at: now },
    kind: 'action.rejected',
    summary: `${actor.name} rejected the work`,
  });
};

function reviewGuard(actor: Actor, ifMatch: string | undefined): ActionGuard {
  return { state: 'inReview', permission: (row) => checkNotFinisher(actor, row), ifMatch };
}
