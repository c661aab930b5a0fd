import { lockBlockedActions, unblockActions } from '../actions';
import { subjectsOf } from '../../shared/agent-requests';
import { findSystemActor } from '../../shared/actors';
import { emit, type NewEvent } from '../../shared/events';
import { bool } from '../../platform/db/statements/columns';
import type { Database } from '../../platform/db/connect';
import { createReader } from '../../platform/db/reader';
import { transact, type Transaction } from '../../platform/db/transaction';
import type { WorkspaceTime } from '../../platform/operation';
import { truncate } from '../../platform/text';
import { findAskers } from './question-store';
import {
  endExpiredQuestions,
  findExpiredQuestions,
  hasExpiredQuestion,
  lockExpiredQuestions,
  type ExpiredQuestion,
} from './question-timeout-store';

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
