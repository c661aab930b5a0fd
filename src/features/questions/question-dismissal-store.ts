import { isOneOf } from '../../platform/db/statements/columns';
import type { Transaction } from '../../platform/db/transaction';
import { questionsOf, type QuestionRow } from './question-store';

/**
 * Locks the open questions about some actions until the transaction ends; at most `limit`, by id.
 */
export function lockOpenQuestionsAbout(
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
export async function dismissQuestions(
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
