import type { Transaction } from '../../platform/db/transaction';
import { truncate } from '../../platform/text-length';
import { subjectsOf } from '../../shared/agent-requests';
import {
  afterPeriods,
  armTimers,
  type Occurrence,
  takeDueTimers,
  type Timer,
  type TimerHandler,
} from '../../shared/timers';
import { type QuestionRow, questionsOf } from './question-store';

/**
 * Emits `question.reminder_due` for open questions at each of their reminders. Reminders that were
 * due while no process was running are one event with their number.
 */
export const remindOfQuestions: TimerHandler = async (source, subjectIds) => {
  const { transaction, workspaceId, now } = source;
  const kind = 'question.reminder_due';
  const questions = await lockReminded(transaction, workspaceId, subjectIds);
  const taken = await takeDueTimers(
    transaction,
    { workspaceId, kind, now },
    questions.map(({ id }) => id),
  );
  const occurrences: Occurrence[] = [];
  const next: Timer[] = [];
  for (const question of questions) {
    const { id, remind_every_seconds: every } = question;
    const at = taken.get(id);
    if (at === undefined || question.status !== 'open') continue;
    const due = every === null ? undefined : afterPeriods(at, now, every);
    if (due !== undefined) {
      next.push({ workspace_id: workspaceId, kind, subject_id: id, due_at: due.next });
    }
    const event = {
      kind,
      subject: { type: 'question', id, title: truncate(question.question) },
      summary: summaryOf(question, due?.count ?? 1),
      about: subjectsOf(question),
      periodCount: due?.count ?? 1,
    } as const;
    occurrences.push({ at, event });
  }
  await armTimers(transaction, next);
  return { occurrences };
};

function summaryOf({ created_at: asked }: RemindedQuestion, count: number): string {
  const waits = `The question of ${asked} waits for an answer`;
  return count === 1 ? `${waits}.` : `${waits}; ${count} reminders were due.`;
}

/** The columns of a question that its reminders need. */
type RemindedQuestion = Pick<
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
function lockReminded(
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
