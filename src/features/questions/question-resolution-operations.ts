import { findLockedAction, unblockAfterQuestion } from '../actions';
import { emit, type EventKind } from '../../shared/events';
import { bool, strings } from '../../platform/db/statements/columns';
import { etagOf, matchVersion } from '../../platform/http/responses/preconditions';
import type { WriteContext, WriteHandler } from '../../platform/operation';
import { shorten } from '../../platform/text';
import { endRequest, lockRequest, type RequestEnd } from '../../shared/agent-requests';
import { toQuestion } from './question-mapping';
import { getQuestionRow } from './question-operations';
import { checkMayRespond, checkMayWithdraw } from './question-policy';
import { checkResponse, checkUnresolved, stateOf } from './question-rules';
import { hasOpenBlocker, type QuestionRow } from './question-store';

/** Answers a question: the first end wins. A person answers any; the agent that asked settles its own, which closes it. */
export const respondQuestion: WriteHandler<'respondQuestion'> = async (
  { path, header, body },
  ctx,
) => {
  const { actor, now } = ctx;
  return end(ctx, path.id, header['If-Match'], {
    admit: (row) => checkMayRespond(actor, row),
    check: (row) => {
      const choices = strings(row.choices);
      checkResponse({ choices, allowFreeText: bool(row.allow_free_text) }, body.response);
    },
    columns: {
      response: body.response,
      response_comment: body.response_comment ?? null,
      responded_at: now,
      responded_by_actor_id: actor.id,
      ...(actor.kind === 'agent' ? { closed_at: now } : {}),
    },
    ...(actor.kind === 'agent'
      ? { kind: 'question.closed', summary: `${actor.name} settled it: ${shorten(body.response)}` }
      : { kind: 'question.answered', summary: `${actor.name}: ${shorten(body.response)}` }),
  });
};

/** Dismisses a question: nobody is going to answer it. */
export const dismissQuestion: WriteHandler<'dismissQuestion'> = async ({ path, header }, ctx) =>
  end(ctx, path.id, header['If-Match'], {
    columns: { dismissed_at: ctx.now },
    kind: 'question.dismissed',
    summary: `${ctx.actor.name} dismissed the question.`,
  });

/** Withdraws a question of the agent's own, which closes it without an answer; the reason is kept as the comment. */
export const withdrawQuestion: WriteHandler<'withdrawQuestion'> = async (
  { path, header, body },
  ctx,
) => {
  const reason = body?.reason;
  return end(ctx, path.id, header['If-Match'], {
    admit: (row) => checkMayWithdraw(ctx.actor, row),
    columns: { closed_at: ctx.now, response_comment: reason ?? null },
    kind: 'question.closed',
    summary: `${ctx.actor.name} withdrew the question${reason === undefined ? '.' : `: ${shorten(reason)}`}`,
  });
};

interface End {
  /** Throws when the caller may not end the question. */
  readonly admit?: (row: QuestionRow) => void;
  /** Throws when an open question cannot end so. */
  readonly check?: (row: QuestionRow) => void;
  readonly columns: RequestEnd;
  readonly kind: EventKind;
  readonly summary: string;
}

async function end(ctx: WriteContext, id: string, ifMatch: string | undefined, ending: End) {
  const { transaction, workspaceId, actor, now } = ctx;
  const found = await getQuestionRow(transaction, workspaceId, id);
  ending.admit?.(found);
  // The action first, then its questions: whoever asks about it locks in the same order.
  const held = bool(found.blocking) ? found.action_id : null;
  const action = held === null ? undefined : await findLockedAction(ctx, held);
  await lockRequest(transaction, found);
  const row = await getQuestionRow(transaction, workspaceId, id);
  matchVersion(ifMatch, row.version);
  checkUnresolved(stateOf(row));
  ending.check?.(row);
  await endRequest(transaction, row, { ...ending.columns, actorId: actor.id, now });
  if (action !== undefined && !(await hasOpenBlocker(transaction, workspaceId, action.id))) {
    await unblockAfterQuestion(ctx, action);
  }
  emit(ctx, {
    kind: ending.kind,
    subject: { type: 'question', id, title: shorten(row.question) },
    summary: ending.summary,
    about: { actionId: row.action_id, projectId: row.project_id, orderId: row.order_id },
  });
  const ended = await getQuestionRow(transaction, workspaceId, id);
  return {
    status: 200,
    body: { question: toQuestion(ended) },
    headers: { ETag: etagOf(ended.version) },
  } as const;
}
