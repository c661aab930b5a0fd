import { emit } from '../../shared/events';
import { etagOf } from '../../platform/http/responses/response';
import { pageOf } from '../../platform/db/statements/page';
import type { ReadHandler, WriteHandler } from '../../platform/operation';
import { truncate } from '../../platform/text-length';
import { toTimestamp } from '../../platform/time';
import { byResponse, requestPages } from '../../shared/agent-requests';
import { showWithFiles, storeFileIds } from '../../shared/files';
import { toQuestion, toQuestionWithFiles } from './question-mapping';
import { checkIsAgent, checkQuestion, checkTimeout, remindersOf } from './question-rules';
import { findAssignee, findSubject, recordQuestion } from './question-subject';
import {
  filterQuestions,
  getQuestionRow,
  insertQuestion,
  questionsOf,
  type QuestionRow,
} from './question-store';

/** Lists questions, newest first by default. */
export const listQuestions: ReadHandler<'listQuestions'> = async ({ query }, ctx) => {
  const { reader, workspaceId } = ctx;
  const { limit, offset, after, sort, ...filters } = query;
  const range = { since: filters.responded_since, before: filters.responded_before };
  const response = byResponse(reader.dialect, sort, range);
  const { rows, ...envelope } = await pageOf<QuestionRow>(
    reader,
    {
      ...requestPages,
      sorts: { ...requestPages.sorts, responded_at: response.sort },
      matching: (db) =>
        filterQuestions(questionsOf(db, workspaceId), filters).where(response.begins),
    },
    { limit, offset, after, sort },
  );
  const items = await showWithFiles(ctx, rows, toQuestion);
  return {
    status: 200,
    body: { items, ...envelope, filters: { ...filters }, hidden_count: 0 },
  };
};

/** Creates a question. A blocking question moves a ready action to waiting. */
export const createQuestion: WriteHandler<'createQuestion'> = async ({ body }, ctx) => {
  const { transaction, workspaceId, actor, newId, now } = ctx;
  const agent = checkIsAgent(actor);
  const question = {
    actionId: body.action_id ?? null,
    projectId: body.project_id ?? null,
    orderId: body.order_id ?? null,
    choices: body.choices ?? [],
    recommendedChoice: body.recommended_choice ?? null,
    allowFreeText: body.allow_free_text ?? true,
    blocking: body.blocking ?? typeof body.action_id === 'string',
    expiresAt: toTimestamp(body.expires_at) ?? null,
    onTimeout: body.on_timeout ?? 'keep_open',
    defaultResponse: body.default_response ?? null,
    ...remindersOf(body, now),
  };
  checkQuestion(question);
  checkTimeout(question, now);
  const subject = await findSubject(ctx, agent, question);
  const id = newId('qst');
  await insertQuestion(transaction, {
    ...question,
    id,
    workspaceId,
    agentId: agent.agentId,
    createdByActorId: agent.id,
    assignedActorId: await findAssignee(ctx, body.assigned_actor_id, subject),
    question: body.question,
    onAnswer: body.on_answer,
    fileIds: await storeFileIds(ctx, body.file_ids),
    now,
  });
  await recordQuestion(ctx, subject, question.blocking);
  emit(ctx, {
    kind: 'question.asked',
    subject: { type: 'question', id, title: truncate(body.question) },
    summary: `${agent.name} asked a question.`,
    about: question,
  });
  const row = await getQuestionRow(transaction, workspaceId, id);
  return {
    status: 201,
    body: await toQuestionWithFiles(ctx, row),
    headers: { Location: `/v1/questions/${id}`, ETag: etagOf(row.version) },
  };
};

/** Reads a question. */
export const getQuestion: ReadHandler<'getQuestion'> = async ({ path }, ctx) => {
  const row = await getQuestionRow(ctx.reader, ctx.workspaceId, path.id);
  const body = await toQuestionWithFiles(ctx, row);
  return { status: 200, body, headers: { ETag: etagOf(row.version) } };
};
