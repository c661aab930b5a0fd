import { lockBlockedActions, unblockActions } from '../actions';
import { findSystemActor } from '../../shared/actors';
import { emit, type NewEvent } from '../../shared/events';
import { bool } from '../../platform/db/statements/columns';
import type { Database } from '../../platform/db/connect';
import { createReader, transact, type Transaction } from '../../platform/db/transaction';
import type { WorkspaceTime } from '../../platform/operation';
import { shorten } from '../../platform/text';

import {
  endDueQuestions,
  findBlockedAmong,
  findDueQuestions,
  hasDueQuestion,
  lockDueQuestions,
  type DueQuestion,
} from './question-timeout-store';

// As many at once as keep a transaction short.
const BATCH = 200;

/**
 * Ends every question of the workspace whose time has run out, as its `on_timeout` says, by the system actor (product section 4),
 * and resumes the actions that it blocked. It costs one statement when there is none. Whoever ends a question first wins.
 */
export async function resolveExpiredQuestions(
  database: Database,
  moment: WorkspaceTime,
): Promise<void> {
  if (!(await hasDueQuestion(createReader(database), moment))) return;
  let found: number;
  do found = await transact(database, (transaction) => settleBatch(transaction, moment));
  while (found === BATCH);
}

async function settleBatch(transaction: Transaction, moment: WorkspaceTime): Promise<number> {
  const { workspaceId } = moment;
  const found = await findDueQuestions(transaction, moment, BATCH);
  const system = await findSystemActor(transaction, workspaceId);
  if (system === undefined) throw new Error(`The workspace ${workspaceId} has no system actor.`);
  const source = { ...moment, transaction, actor: system };
  // The actions first, as everywhere.
  const held = await lockBlockedActions(transaction, { workspaceId, ids: blockedBy(found) });
  const ids = found.map(({ id }) => id);
  const due = await lockDueQuestions(transaction, moment, ids);
  if (due.length > 0) {
    await endDueQuestions(
      transaction,
      { ...moment, actorId: system.id },
      due.map(({ id }) => id),
    );
    emit(source, ...due.map(expired));
  }
  const blocked = await findBlockedAmong(
    transaction,
    workspaceId,
    held.map(({ id }) => id),
  );
  await unblockActions(
    source,
    held.filter(({ id }) => !blocked.has(id)),
  );
  return found.length;
}

function blockedBy(questions: readonly Pick<DueQuestion, 'action_id' | 'blocking'>[]): string[] {
  const ids = questions.flatMap(({ action_id: id, blocking }) =>
    id !== null && bool(blocking) ? [id] : [],
  );
  return [...new Set(ids)];
}

function expired(row: DueQuestion): NewEvent {
  return {
    kind: 'question.expired',
    subject: { type: 'question', id: row.id, title: shorten(row.question) },
    summary:
      row.on_timeout === 'use_default'
        ? `Nobody answered in time: ${shorten(row.default_response ?? '')}`
        : 'Nobody answered in time.',
    about: { actionId: row.action_id, projectId: row.project_id, orderId: row.order_id },
  };
}
