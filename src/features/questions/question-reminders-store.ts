import type { Transaction } from '../../platform/db/transaction';
import { questionsOf, type QuestionRow } from './question-store';

/** The columns of a question that its reminders need. */
export type RemindedQuestion = Pick<
  QuestionRow,
  | 'id'
  | 'question'
  | 'status'
  | 'created_at'
  | 'action_id'
  | 'project_id'
  | 'order_id'
  | 'remind_every_seconds'
>;

/** Locks questions until the transaction ends. Skips those that other transactions have locked. */
export function lockReminded(
  transaction: Transaction,
  workspaceId: string,
  ids: readonly string[],
): Promise<RemindedQuestion[]> {
  return transaction.rows<RemindedQuestion>((db) => {
    const rows = questionsOf(db, workspaceId)
      .whereIn('id', [...ids])
      .orderBy('id')
      .select('id', 'question', 'status', 'created_at')
      .select('action_id', 'project_id', 'order_id', 'remind_every_seconds')
      .forNoKeyUpdate();
    return transaction.dialect === 'sqlite' ? rows : rows.skipLocked();
  });
}
