import { shorten } from '../../../platform/text';
import { emit } from '../../../shared/events';
import { matchVersion } from '../../../platform/http/responses/preconditions';
import type { WriteHandler } from '../../../platform/operation';
import { lockAction } from '../action-access';
import { noteWords } from './note-text';
import { reply, changed, eventOn } from '../action-operations';
import { checkNotFinisher } from '../action-policy';
import { returnToWork } from './reopen-operations';
import { checkInReview } from '../action-rules';
import { updateActionRow } from '../action-store';

/** Approves finished work: the first reviewer decides, the row's lock decides who is first (product section 4, "Review"). */
export const approveAction: WriteHandler<'approveAction'> = async ({ path, header, body }, ctx) => {
  const { transaction, actor, now } = ctx;
  const row = await lockAction(ctx, path.id);
  checkNotFinisher(actor, row);
  matchVersion(header['If-Match'], row.version);
  checkInReview(row);
  await updateActionRow(transaction, row, {
    review_state: 'approved',
    reviewer_actor_id: actor.id,
    reviewed_at: now,
    ...changed(ctx, row),
    ...(await noteWords(ctx, row.id, body?.comment)),
  });
  const comment = body?.comment === undefined ? '.' : `: ${shorten(body.comment)}`;
  emit(ctx, eventOn(row, 'action.approved', `${actor.name} approved the work${comment}`));
  return reply(ctx, path.id);
};

/** Rejects finished work: it is to be done again (product section 4, "Review"). */
export const rejectAction: WriteHandler<'rejectAction'> = async ({ path, header, body }, ctx) => {
  const { actor, now } = ctx;
  return returnToWork(ctx, path.id, {
    admit: (row) => {
      checkNotFinisher(actor, row);
      matchVersion(header['If-Match'], row.version);
      checkInReview(row);
    },
    wanted: body,
    reason: body.reason,
    review: { review_state: 'rejected', reviewer_actor_id: actor.id, reviewed_at: now },
    kind: 'action.rejected',
    summary: `${actor.name} rejected the work`,
  });
};
