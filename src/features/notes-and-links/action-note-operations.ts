import type { ReadHandler, WriteHandler } from '../../platform/operation';
import { listNotesOn, writeNote } from '../../shared/notes';
import { getVisibleAction, lockAction, recordNote, workersOf } from '../actions';

/** Lists the notes of an action, newest first. */
export const listActionNotes: ReadHandler<'listActionNotes'> = async ({ path, query }, ctx) => {
  await getVisibleAction(ctx, path.id);
  return listNotesOn(ctx, { actionId: path.id }, query);
};

/** Writes a note on an action; the action may have ended. */
export const createActionNote: WriteHandler<'createActionNote'> = async ({ path, body }, ctx) => {
  const action = await lockAction(ctx, path.id);
  const { title, project_id: projectId, order_id: orderId } = action;
  const on = { actionId: action.id };
  const reply = await writeNote(
    ctx,
    { on, title, about: { ...on, projectId, orderId }, related: workersOf(action, ctx.now) },
    body.body,
  );
  await recordNote(ctx, action, reply.body.id);
  return reply;
};
