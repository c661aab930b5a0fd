import { pageOf } from '../../platform/db/statements/page';
import { etagOf } from '../../platform/http/responses/response';
import type { ReadHandler, WriteHandler, AgentActor, WriteContext } from '../../platform/operation';
import { invalidReference, problem, refuseTogether } from '../../platform/problems';
import { truncate } from '../../platform/text-length';
import { toTimestamp } from '../../platform/time';
import { findActor, findOwner, lockAssignableUser } from '../../shared/actor-store';
import { byResponse, requestPages } from '../../shared/agent-request-store';
import { emit } from '../../shared/events';
import { showWithFiles, storeFileIds } from '../../shared/file-store';
import {
  findLockedAction,
  blockForQuestion,
  toPolicyAction,
  isTerminal,
  type ActionRow,
} from '../actions';
import { toQuestion, toQuestionWithFiles } from './question-mapping';
import {
  checkIsAgent,
  checkQuestion,
  checkTimeout,
  remindersOf,
  checkMayAskAboutAction,
  checkMayAskAboutOrder,
} from './question-rules';
import {
  filterQuestions,
  getQuestionRow,
  insertQuestion,
  questionsOf,
  type QuestionRow,
  findSubjectRow,
  type SubjectRow,
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
  const checkFiles = () => storeFileIds(ctx, body.file_ids);
  const subject = await refuseTogether(
    () => findSubject(ctx, agent, question),
    () => findAssignee(ctx, body.assigned_actor_id ?? null, { creatorId: null }),
    checkFiles,
  );
  const assignedActorId = await refuseTogether(
    () => findAssignee(ctx, body.assigned_actor_id, subject),
    checkFiles,
  );
  const id = newId('qst');
  await insertQuestion(transaction, {
    ...question,
    id,
    workspaceId,
    agentId: agent.agentId,
    createdByActorId: agent.id,
    assignedActorId,
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

/** The ids of a question's subject; all null for a question about no record. */
interface SubjectIds {
  readonly actionId: string | null;
  readonly projectId: string | null;
  readonly orderId: string | null;
}

/** The subject of a question. An action is locked. */
interface Subject {
  readonly action: ActionRow | undefined;
  /** The person who created the subject, or null. */
  readonly creatorId: string | null;
}

/**
 * Finds the subject of a question. Throws 422 `INVALID_REFERENCE` for an unknown id, 409
 * `ALREADY_TERMINAL` with `details.status` for an action that has ended, and 403 `FORBIDDEN` for a
 * subject that the agent may not ask about.
 */
async function findSubject(
  ctx: WriteContext,
  agent: AgentActor,
  ids: SubjectIds,
): Promise<Subject> {
  if (ids.actionId !== null) return findSubjectAction(ctx, agent, ids.actionId);
  if (ids.projectId !== null) {
    return toSubject(await getSubjectRow(ctx, { table: 'projects', id: ids.projectId }));
  }
  if (ids.orderId !== null) {
    const order = await getSubjectRow(ctx, { table: 'orders', id: ids.orderId });
    checkMayAskAboutOrder(agent, order);
    return toSubject(order);
  }
  return { action: undefined, creatorId: null };
}

/**
 * The person to whom a question is assigned: the one of the body, else the active person who
 * created the subject, else the owner of the workspace; never a viewer. Throws 422
 * `INVALID_REFERENCE` for a person in the body who is unknown, deactivated or a viewer.
 */
async function findAssignee(
  ctx: WriteContext,
  requested: string | null | undefined,
  { creatorId }: Pick<Subject, 'creatorId'>,
): Promise<string | null> {
  if (requested === null) return null;
  if (requested === undefined) {
    if (creatorId !== null && (await lockAssignablePerson(ctx, creatorId))) return creatorId;
    const owner = await findOwner(ctx.transaction, ctx.workspaceId);
    return owner !== undefined && (await lockAssignablePerson(ctx, owner.id)) ? owner.id : null;
  }
  if (await lockAssignablePerson(ctx, requested)) return requested;
  throw invalidReference('body/assigned_actor_id', 'an active person who is not a viewer');
}

/**
 * Records a new question on its action, if it has one. A blocking question moves a ready action to
 * waiting.
 */
async function recordQuestion(
  ctx: WriteContext,
  { action }: Subject,
  blocking: boolean,
): Promise<void> {
  if (action !== undefined) await blockForQuestion(ctx, action, blocking);
}

async function lockAssignablePerson(
  { transaction, workspaceId }: WriteContext,
  id: string,
): Promise<boolean> {
  const userId = (await findActor(transaction, workspaceId, id))?.user_id;
  return typeof userId === 'string' && lockAssignableUser(transaction, workspaceId, userId);
}

async function findSubjectAction(
  ctx: WriteContext,
  agent: AgentActor,
  id: string,
): Promise<Subject> {
  const action = await findLockedAction(ctx, id);
  if (action === undefined) throw invalidReference('body/action_id', 'an action');
  const { status } = action;
  if (isTerminal(status)) {
    throw problem('ALREADY_TERMINAL', `The action is ${status} already.`, { details: { status } });
  }
  checkMayAskAboutAction(agent, toPolicyAction(action));
  return {
    action,
    creatorId: action.creator_kind === 'user' ? action.created_by_actor_id : null,
  };
}

async function getSubjectRow(
  { transaction, workspaceId }: WriteContext,
  subject: { readonly table: 'projects' | 'orders'; readonly id: string },
): Promise<SubjectRow> {
  const row = await findSubjectRow(transaction, workspaceId, subject);
  if (row !== undefined) return row;
  throw subject.table === 'projects'
    ? invalidReference('body/project_id', 'a project')
    : invalidReference('body/order_id', 'an order');
}

function toSubject(row: SubjectRow): Subject {
  return {
    action: undefined,
    creatorId: row.creator_kind === 'user' ? row.created_by_actor_id : null,
  };
}
