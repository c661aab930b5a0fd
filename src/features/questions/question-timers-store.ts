import type { Knex } from 'knex';
import type { Database } from '../../platform/db/connect';
import { createReader, type Reader } from '../../platform/db/reader';
import { bool } from '../../platform/db/statements/columns';
import { transact, type Transaction } from '../../platform/db/transaction';
import type { WorkspaceTime } from '../../platform/operation';
import { truncate } from '../../platform/text-length';
import { findSystemActor } from '../../shared/actor-store';
import { canExpire, subjectsOf } from '../../shared/agent-request-store';
import { emit, type NewEvent } from '../../shared/events';
import { lockBlockedActions, unblockActions } from '../actions';
import { findAskers, type QuestionRow, questionsOf } from './question-store';
import {
  afterPeriods,
  armTimers,
  type Occurrence,
  takeDueTimers,
  type Timer,
  type TimerHandler,
} from '../../shared/timer-store';

// Keeps a transaction short.
const BATCH = 200;

/**
 * Resolves the expired questions of a workspace according to `on_timeout`, as the system actor, and
 * unblocks their actions. Costs one statement when no question has expired.
 */
export async function resolveExpiredQuestions(
  database: Database,
  workspace: WorkspaceTime,
): Promise<void> {
  if (!(await hasExpiredQuestion(createReader(database), workspace))) return;
  let found: number;
  do found = await transact(database, (transaction) => resolveBatch(transaction, workspace));
  while (found === BATCH);
}

async function resolveBatch(transaction: Transaction, workspace: WorkspaceTime): Promise<number> {
  const { workspaceId } = workspace;
  const found = await findExpiredQuestions(transaction, workspace, BATCH);
  const system = await findSystemActor(transaction, workspaceId);
  if (system === undefined) throw new Error(`The workspace ${workspaceId} has no system actor.`);
  const source = { ...workspace, transaction, actor: system };
  // Lock order: actions, then questions.
  const actions = await lockBlockedActions(transaction, { workspaceId, ids: blockedBy(found) });
  const ids = found.map(({ id }) => id);
  const expired = await lockExpiredQuestions(transaction, workspace, ids);
  if (expired.length > 0) {
    await endExpiredQuestions(
      transaction,
      { ...workspace, actorId: system.id },
      expired.map(({ id }) => id),
    );
    emit(source, ...expired.map(expiredEvent));
  }
  const askers = await findAskers(
    transaction,
    workspaceId,
    actions.map(({ id }) => id),
  );
  await unblockActions(source, actions, askers);
  return found.length;
}

function blockedBy(
  questions: readonly Pick<ExpiredQuestion, 'action_id' | 'blocking'>[],
): string[] {
  const ids = questions.flatMap(({ action_id: id, blocking }) =>
    id !== null && bool(blocking) ? [id] : [],
  );
  return [...new Set(ids)];
}

function expiredEvent(row: ExpiredQuestion): NewEvent {
  return {
    kind: 'question.expired',
    subject: { type: 'question', id: row.id, title: truncate(row.question) },
    summary:
      row.on_timeout === 'use_default'
        ? `Nobody answered in time: ${truncate(row.default_response ?? '')}`
        : 'Nobody answered in time.',
    about: subjectsOf(row),
    related: { author: [row.created_by_actor_id] },
  };
}

/** The columns of an expired question that its end needs. */
type ExpiredQuestion = Pick<
  QuestionRow,
  | 'id'
  | 'question'
  | 'action_id'
  | 'project_id'
  | 'order_id'
  | 'created_by_actor_id'
  | 'blocking'
  | 'on_timeout'
  | 'default_response'
>;

/** A workspace and the current time. */
export interface WorkspaceNow {
  readonly workspaceId: string;
  readonly now: string;
}

/** Whether an open question has expired. */
async function hasExpiredQuestion(reader: Reader, scope: WorkspaceNow): Promise<boolean> {
  const row = await reader.first((db) => expired(db, scope).limit(1).select('id'));
  return row !== undefined;
}

/** The questions that expired first. */
function findExpiredQuestions(
  reader: Reader,
  scope: WorkspaceNow,
  limit: number,
): Promise<Pick<ExpiredQuestion, 'id' | 'action_id' | 'blocking'>[]> {
  return reader.rows((db) =>
    expired(db, scope)
      .orderBy(['expires_at', 'id'])
      .limit(limit)
      .select('id', 'action_id', 'blocking'),
  );
}

/** Locks those of the questions that are still open, until the transaction ends. */
function lockExpiredQuestions(
  transaction: Transaction,
  scope: WorkspaceNow,
  ids: readonly string[],
): Promise<ExpiredQuestion[]> {
  return transaction.rows<ExpiredQuestion>((db) =>
    expired(db, scope)
      .whereIn('id', [...ids])
      .orderBy('id')
      .select('id', 'question', 'action_id', 'project_id', 'order_id', 'blocking')
      .select('on_timeout', 'default_response', 'created_by_actor_id')
      .forNoKeyUpdate(),
  );
}

/** Ends locked questions according to their `on_timeout`, as of their `expires_at`. */
async function endExpiredQuestions(
  transaction: Transaction,
  scope: WorkspaceNow & { readonly actorId: string },
  ids: readonly string[],
): Promise<void> {
  await transaction.write((db) => {
    const when = (timeout: QuestionRow['on_timeout'], value: string): Knex.Raw =>
      db.raw(`case when on_timeout = ? then ${value} end`, [timeout]);
    return expired(db, scope)
      .whereIn('id', [...ids])
      .update({
        status: 'resolved',
        timed_out: true,
        response: when('use_default', 'default_response'),
        responded_at: when('use_default', 'expires_at'),
        responded_by_actor_id: db.raw('case when on_timeout = ? then ? end', [
          'use_default',
          scope.actorId,
        ]),
        dismissed_at: when('dismiss', 'expires_at'),
        updated_by_actor_id: scope.actorId,
        updated_at: scope.now,
        version: db.raw('version + 1'),
      });
  });
}

function expired(db: Knex, { workspaceId, now }: WorkspaceNow): Knex.QueryBuilder {
  return db('agent_requests')
    .where({ workspace_id: workspaceId })
    .whereRaw(canExpire)
    .where('expires_at', '<=', now);
}

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
