import { checkDifferentIds, performBatch } from '../../platform/batch';
import { bool, strings } from '../../platform/db/statements/columns';
import { etagOf } from '../../platform/http/responses/response';
import type { WriteContext, WriteHandler } from '../../platform/operation';
import { truncate } from '../../platform/text-length';
import {
  endRequest,
  getOpenRequest,
  type RequestResolution,
  subjectsOf,
  changeOpenRequest,
} from '../../shared/agent-request-store';
import { emit, type NewsKind } from '../../shared/events';
import { findLockedAction, unblockAfterQuestion } from '../actions';
import { questionType as question, toQuestionWithFiles } from './question-mapping';
import { checkMayRespond, checkMayWithdraw, checkResponse } from './question-rules';
import { findAskers, type QuestionRow, lockForAnswers } from './question-store';
import { problem } from '../../platform/problems';

/** Answers a question. A person answers any question; an agent answers its own, which closes it. */
export const respondQuestion: WriteHandler<'respondQuestion'> = async (
  { path, header, body },
  ctx,
) => respond(ctx, path.id, header['If-Match'], body);

/** The answer to a question. */
export interface Answer {
  readonly response: string;
  readonly response_comment?: string;
}

/** Answers a question, and replies with it. */
async function respond(ctx: WriteContext, id: string, ifMatch: string | undefined, answer: Answer) {
  const { actor, now } = ctx;
  return endQuestion(ctx, id, ifMatch, {
    checkMayEnd: (row) => checkMayRespond(actor, row),
    checkRules: (row) => {
      const choices = strings(row.choices);
      checkResponse({ choices, allowFreeText: bool(row.allow_free_text) }, answer.response);
    },
    columns: {
      response: answer.response,
      response_comment: answer.response_comment ?? null,
      responded_at: now,
      responded_by_actor_id: actor.id,
      ...(actor.kind === 'agent' ? { closed_at: now } : {}),
    },
    ...(actor.kind === 'agent'
      ? {
          kind: 'question.closed',
          summary: `${actor.name} closed the question: ${truncate(answer.response)}`,
        }
      : { kind: 'question.answered', summary: `${actor.name}: ${truncate(answer.response)}` }),
  });
}

/** Dismisses a question: it ends without an answer. */
export const dismissQuestion: WriteHandler<'dismissQuestion'> = async ({ path, header }, ctx) =>
  endQuestion(ctx, path.id, header['If-Match'], {
    columns: { dismissed_at: ctx.now },
    kind: 'question.dismissed',
    summary: `${ctx.actor.name} dismissed the question.`,
  });

/** Closes a question of the calling agent without an answer; the reason becomes its comment. */
export const withdrawQuestion: WriteHandler<'withdrawQuestion'> = async (
  { path, header, body },
  ctx,
) => {
  const reason = body?.reason;
  return endQuestion(ctx, path.id, header['If-Match'], {
    checkMayEnd: (row) => checkMayWithdraw(ctx.actor, row),
    columns: { closed_at: ctx.now, response_comment: reason ?? null },
    kind: 'question.closed',
    summary: `${ctx.actor.name} withdrew the question${reason === undefined ? '.' : `: ${truncate(reason)}`}`,
  });
};

interface QuestionEnd {
  /** Throws 403 when the caller may not end the question. */
  readonly checkMayEnd?: (row: QuestionRow) => void;
  /** Throws 422 when the question cannot end this way. */
  readonly checkRules?: (row: QuestionRow) => void;
  readonly columns: RequestResolution;
  readonly kind: NewsKind | 'question.closed';
  readonly summary: string;
}

async function endQuestion(
  ctx: WriteContext,
  id: string,
  ifMatch: string | undefined,
  { checkMayEnd, checkRules, columns, kind, summary }: QuestionEnd,
) {
  const row = await getOpenRequest(ctx, question, { id, ifMatch, checkMayEnd });
  checkRules?.(row);
  // Lock order: the action, then its questions. This prevents deadlocks.
  const blockedId = bool(row.blocking) ? row.action_id : null;
  const action = blockedId === null ? undefined : await findLockedAction(ctx, blockedId);
  const ended = await endRequest(ctx, question, row, columns, ifMatch);
  if (action !== undefined) {
    const askers = await findAskers(ctx.transaction, ctx.workspaceId, [action.id]);
    await unblockAfterQuestion(ctx, action, askers.get(action.id) ?? new Set());
  }
  const facts = {
    subject: { type: 'question', id, title: truncate(row.question) },
    summary,
    about: subjectsOf(row),
  } as const;
  // Only the agent that asked closes a question, so closing it is no news.
  const related = { author: [row.created_by_actor_id] };
  emit(ctx, kind === 'question.closed' ? { ...facts, kind } : { ...facts, kind, related });
  return {
    status: 200,
    body: { question: await toQuestionWithFiles(ctx, ended) },
    headers: { ETag: etagOf(ended.version) },
  } as const;
}

/**
 * Answers several questions in one transaction, each as the single verb does. The statements are a
 * bounded number for each item, because each item checks and changes its own rows.
 */
export const batchRespondQuestions: WriteHandler<'batchRespondQuestions'> = async (
  { body: { items } },
  ctx,
) => {
  const { transaction, workspaceId } = ctx;
  checkDifferentIds(items);
  await lockForAnswers(
    transaction,
    workspaceId,
    items.map(({ id }) => id),
  );
  const entries = await performBatch(transaction, items, async ({ id, version, ...answer }) => {
    const { body } = await respond(ctx, id, etagOf(version), answer);
    return body.question;
  });
  return { status: 200, body: { items: entries } };
};

/** Takes a question: the caller answers it. The first of several people takes it. */
export const takeQuestion: WriteHandler<'takeQuestion'> = async ({ path, header }, ctx) => {
  const { actor } = ctx;
  const ifMatch = header['If-Match'];
  const row = await getOpenRequest<QuestionRow>(ctx, question, { id: path.id, ifMatch });
  if (row.taken_by_actor_id === actor.id) return reply(ctx, row);
  const taken = await changeOpenRequest(ctx, question, {
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
  const row = await getOpenRequest<QuestionRow>(ctx, question, { id: path.id, ifMatch });
  if (row.taken_by_actor_id === null) return reply(ctx, row);
  const columns = { taken_by_actor_id: null };
  const released = await changeOpenRequest(ctx, question, { row, columns, ifMatch });
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
