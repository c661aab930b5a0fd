import { compiledStatement } from '../../platform/db/statements/compiled';
import type { Transaction } from '../../platform/db/transaction';

const lockOfBlockedActions = compiledStatement<'workspaceId'>((db, given, ids) =>
  db('actions')
    .where({ workspace_id: given('workspaceId') })
    .whereIn(
      'id',
      db('agent_requests')
        .where({ workspace_id: given('workspaceId'), kind: 'question', blocking: true })
        .whereIn('id', [...ids])
        .select('action_id'),
    )
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate(),
);

const lockOfQuestions = compiledStatement<'workspaceId'>((db, given, ids) =>
  db('agent_requests')
    .where({ workspace_id: given('workspaceId'), kind: 'question' })
    .whereIn('id', [...ids])
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate(),
);

/**
 * Locks the actions that the questions block, then the questions, each by id, until the transaction
 * ends. Two transactions that answer some of the same questions then wait instead of deadlocking.
 */
export async function lockForAnswers(
  transaction: Transaction,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  await transaction.lock(lockOfBlockedActions({ workspaceId }, ids));
  await transaction.lock(lockOfQuestions({ workspaceId }, ids));
}
