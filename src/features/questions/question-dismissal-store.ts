import { isOneOf } from '../../platform/db/statements/columns';
import type { Transaction } from '../../platform/db/transaction';
import type { WriteContext } from '../../platform/operation';
import { truncate } from '../../platform/text-length';
import { emit } from '../../shared/events';
import { type QuestionRow, questionsOf } from './question-store';

// Both databases accept a statement with this many ids.
const BATCH = 500;

/**
 * Dismisses every open question about actions that were dropped, as the actor. The caller has
 * locked the actions. It does not unblock them, because they have ended.
 */
export async function dismissQuestionsAbout(
  ctx: WriteContext,
  actionIds: readonly string[],
  actorId: string,
): Promise<void> {
  const { transaction, workspaceId, now } = ctx;
  for (;;) {
    const questions = await lockOpenQuestionsAbout(transaction, workspaceId, actionIds, BATCH);
    if (questions.length === 0) return;
    const ids = questions.map(({ id }) => id);
    await dismissQuestions(transaction, workspaceId, ids, { actorId, now });
    emit(
      ctx,
      ...questions.map((row) => ({
        kind: 'question.dismissed' as const,
        subject: { type: 'question' as const, id: row.id, title: truncate(row.question) },
        summary: 'The question was dismissed because its action was dropped.',
        about: { actionId: row.action_id },
        related: { author: [row.created_by_actor_id] },
        actorId,
      })),
    );
    if (questions.length < BATCH) return;
  }
}

/**
 * Locks the open questions about some actions until the transaction ends; at most `limit`, by id.
 */
function lockOpenQuestionsAbout(
  transaction: Transaction,
  workspaceId: string,
  actionIds: readonly string[],
  limit: number,
): Promise<Pick<QuestionRow, 'id' | 'question' | 'action_id' | 'created_by_actor_id'>[]> {
  return transaction.rows((db) =>
    questionsOf(db, workspaceId)
      .whereIn('agent_requests.action_id', [...actionIds])
      .where(isOneOf('agent_requests.status', ['open']))
      .orderBy('agent_requests.id')
      .limit(limit)
      .select('agent_requests.id', 'agent_requests.question', 'agent_requests.action_id')
      .select('agent_requests.created_by_actor_id')
      .forNoKeyUpdate(),
  );
}

/** Dismisses locked open questions. */
async function dismissQuestions(
  transaction: Transaction,
  workspaceId: string,
  ids: readonly string[],
  { actorId, now }: { readonly actorId: string; readonly now: string },
): Promise<void> {
  await transaction.write((db) =>
    db('agent_requests')
      .where({ workspace_id: workspaceId })
      .where(isOneOf('status', ['open']))
      .whereIn('id', [...ids])
      .update({
        status: 'resolved',
        dismissed_at: now,
        updated_by_actor_id: actorId,
        updated_at: now,
        version: db.raw('version + 1'),
      }),
  );
}
