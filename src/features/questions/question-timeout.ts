import { lockHeldActions, resumeHeldActions } from '../actions';
import { findSystemActor } from '../../shared/actors';
import { emit, type NewEvent } from '../../shared/events';
import { bool } from '../../platform/db/statements/columns';
import type { Database } from '../../platform/db/connect';
import { readHand, transact, type WriteHand } from '../../platform/db/hands';
import type { Moment } from '../../platform/operation';
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
export async function settleDueQuestions(database: Database, moment: Moment): Promise<void> {
  if (!(await hasDueQuestion(readHand(database), moment))) return;
  let found: number;
  do found = await transact(database, (hand) => settleBatch(hand, moment));
  while (found === BATCH);
}

async function settleBatch(hand: WriteHand, moment: Moment): Promise<number> {
  const { workspaceId } = moment;
  const found = await findDueQuestions(hand, moment, BATCH);
  const system = await findSystemActor(hand, workspaceId);
  if (system === undefined) throw new Error(`The workspace ${workspaceId} has no system actor.`);
  const source = { ...moment, hand, actor: system };
  // The actions first, as everywhere.
  const held = await lockHeldActions(hand, { workspaceId, ids: blockedBy(found) });
  const ids = found.map(({ id }) => id);
  const due = await lockDueQuestions(hand, moment, ids);
  if (due.length > 0) {
    await endDueQuestions(
      hand,
      { ...moment, actorId: system.id },
      due.map(({ id }) => id),
    );
    emit(source, ...due.map(expired));
  }
  const blocked = await findBlockedAmong(
    hand,
    workspaceId,
    held.map(({ id }) => id),
  );
  await resumeHeldActions(
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
