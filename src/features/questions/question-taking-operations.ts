import { etagOf } from '../../platform/http/responses/response';
import type { WriteContext, WriteHandler } from '../../platform/operation';
import { problem } from '../../platform/problems';
import { truncate } from '../../platform/text-length';
import { changeOpenRequest, getOpenRequest, subjectsOf } from '../../shared/agent-requests';
import { emit } from '../../shared/events';
import { questionType, toQuestionWithFiles } from './question-mapping';
import type { QuestionRow } from './question-store';

/** Takes a question: the caller answers it. The first of several people takes it. */
export const takeQuestion: WriteHandler<'takeQuestion'> = async ({ path, header }, ctx) => {
  const { actor } = ctx;
  const ifMatch = header['If-Match'];
  const row = await getOpenRequest<QuestionRow>(ctx, questionType, { id: path.id, ifMatch });
  if (row.taken_by_actor_id === actor.id) return reply(ctx, row);
  const taken = await changeOpenRequest(ctx, questionType, {
    row,
    columns: { taken_by_actor_id: actor.id },
    ifMatch,
    check: (current) => checkNotTaken(current, actor.id),
  });
  emit(ctx, eventOf(taken, 'question.taken', `${actor.name} answers the question.`));
  return reply(ctx, { ...taken, taken_by_name: actor.name });
};

/** Releases a question that anybody has taken. */
export const releaseQuestion: WriteHandler<'releaseQuestion'> = async ({ path, header }, ctx) => {
  const { actor } = ctx;
  const ifMatch = header['If-Match'];
  const row = await getOpenRequest<QuestionRow>(ctx, questionType, { id: path.id, ifMatch });
  if (row.taken_by_actor_id === null) return reply(ctx, row);
  const columns = { taken_by_actor_id: null };
  const released = await changeOpenRequest(ctx, questionType, { row, columns, ifMatch });
  const of = row.taken_by_actor_id === actor.id ? '' : `, which ${row.taken_by_name} had taken`;
  emit(ctx, eventOf(released, 'question.released', `${actor.name} released the question${of}.`));
  return reply(ctx, { ...released, taken_by_name: null });
};

// A concurrent request of the same person may have taken it.
function checkNotTaken(row: QuestionRow, actorId: string): void {
  const { taken_by_actor_id: taker, taken_by_name: name } = row;
  if (taker === null || taker === actorId) return;
  const whose = `${name ?? 'Somebody else'} has taken this question`;
  throw problem('ALREADY_TAKEN', `${whose}. You may answer it anyway, or release it first.`);
}

function eventOf(row: QuestionRow, kind: 'question.taken' | 'question.released', summary: string) {
  const subject = { type: 'question', id: row.id, title: truncate(row.question) } as const;
  return { kind, subject, summary, about: subjectsOf(row) };
}

async function reply(ctx: WriteContext, row: QuestionRow) {
  return {
    status: 200,
    body: { question: await toQuestionWithFiles(ctx, row) },
    headers: { ETag: etagOf(row.version) },
  } as const;
}
