import { emit } from '../../shared/events';
import { etagOf } from '../../platform/http/responses/preconditions';
import type { Reader } from '../../platform/db/transaction';
import { pageOf } from '../../platform/db/statements/page';
import type { ReadHandler, WriteHandler } from '../../platform/operation';
import { notFound } from '../../platform/problems';
import { shorten } from '../../platform/text';
import { toTimestamp } from '../../platform/time';
import { selectRequest } from '../../shared/agent-requests';
import { toQuestion } from './question-mapping';
import { askingAgent } from './question-policy';
import { checkQuestion, checkTimeout } from './question-rules';
import { findAskedPerson, findScope, noteQuestion } from './question-scope';
import {
  filterQuestions,
  findQuestion,
  insertQuestion,
  questionsOf,
  type QuestionRow,
} from './question-store';

/** Lists questions, newest first unless asked otherwise. */
export const listQuestions: ReadHandler<'listQuestions'> = async ({ query }, ctx) => {
  const { reader, workspaceId, actor } = ctx;
  const { limit, offset, after, sort, ...asked } = query;
  const filters =
    asked.assigned_actor_id === 'me' ? { ...asked, assigned_actor_id: actor.id } : asked;
  const { rows, ...envelope } = await pageOf<QuestionRow>(
    reader,
    {
      matching: (db) => filterQuestions(questionsOf(db, workspaceId), filters),
      select: selectRequest,
      id: 'agent_requests.id',
      sorts: {
        created_at: { column: 'agent_requests.created_at', holds: 'instant' },
        updated_at: { column: 'agent_requests.updated_at', holds: 'instant' },
      },
      defaultSort: '-created_at',
    },
    { limit, offset, after, sort },
  );
  return {
    status: 200,
    body: { items: rows.map(toQuestion), ...envelope, filters: { ...filters }, hidden_count: 0 },
  };
};

/** Asks a question. A blocking one puts a ready action on hold (product section 4). */
export const createQuestion: WriteHandler<'createQuestion'> = async ({ body }, ctx) => {
  const { transaction, workspaceId, actor, newId, now } = ctx;
  const agent = askingAgent(actor);
  const asked = {
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
  };
  checkQuestion(asked);
  checkTimeout(asked, now);
  const scope = await findScope(ctx, agent, asked);
  const id = newId('qst');
  await insertQuestion(transaction, {
    ...asked,
    id,
    workspaceId,
    agentId: agent.agentId,
    createdByActorId: agent.id,
    assignedActorId: await findAskedPerson(ctx, body.assigned_actor_id, scope),
    question: body.question,
    onAnswer: body.on_answer,
    now,
  });
  await noteQuestion(ctx, scope, asked.blocking);
  emit(ctx, {
    kind: 'question.asked',
    subject: { type: 'question', id, title: shorten(body.question) },
    summary: `${agent.name} asked a question.`,
    about: asked,
  });
  const row = await getQuestionRow(transaction, workspaceId, id);
  return {
    status: 201,
    body: toQuestion(row),
    headers: { Location: `/v1/questions/${id}`, ETag: etagOf(row.version) },
  };
};

/** Reads a question. */
export const getQuestion: ReadHandler<'getQuestion'> = async ({ path }, ctx) => {
  const row = await getQuestionRow(ctx.reader, ctx.workspaceId, path.id);
  return { status: 200, body: toQuestion(row), headers: { ETag: etagOf(row.version) } };
};

/** The question of an id; 404 when the workspace has none. */
export async function getQuestionRow(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<QuestionRow> {
  const row = await findQuestion(reader, workspaceId, id);
  if (row === undefined) throw notFound('question', id);
  return row;
}
