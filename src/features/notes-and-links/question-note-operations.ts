import type { NotesHandlers } from '../../../generated/handlers';
import { listNotesOn, writeNote } from '../../shared/notes';
import { truncate } from '../../platform/text';
import { subjectsOf } from '../../shared/agent-requests';
import { getQuestionRow } from '../questions';

/** Lists the notes on a question, newest first. */
export const listQuestionNotes: NotesHandlers['listQuestionNotes'] = async (
  { path, query },
  ctx,
) => {
  const question = await getQuestionRow(ctx.reader, ctx.workspaceId, path.id);
  return listNotesOn(ctx, { requestId: question.id }, query);
};

/** Writes a note on a question; the question may have ended. */
export const createQuestionNote: NotesHandlers['createQuestionNote'] = async (
  { path, body },
  ctx,
) => {
  const question = await getQuestionRow(ctx.transaction, ctx.workspaceId, path.id);
  return writeNote(
    ctx,
    {
      on: { requestId: question.id },
      title: truncate(question.question),
      about: subjectsOf(question),
      related: { author: [question.created_by_actor_id] },
    },
    body.body,
  );
};
