import type { Knex } from 'knex';
import { isOneOf } from '../../platform/db/statements/columns';
import type { Reader, Transaction } from '../../platform/db/transaction';
import { expires } from '../../shared/agent-requests';
import type { QuestionRow } from './question-store';

/** A question whose time has run out, as far as its end matters to others. */
export type DueQuestion = Pick<
  QuestionRow,
  | 'id'
  | 'question'
  | 'action_id'
  | 'project_id'
  | 'order_id'
  | 'blocking'
  | 'on_timeout'
  | 'default_response'
>;

/** A workspace, and the moment that times are held against. */
export interface DueAt {
  readonly workspaceId: string;
  readonly now: string;
}

/** Whether the time of an open question has run out. */
export async function hasDueQuestion(reader: Reader, at: DueAt): Promise<boolean> {
  const row = await reader.first((db) => due(db, at).limit(1).select('id'));
  return row !== undefined;
}

/** The questions whose time ran out first. */
export function findDueQuestions(
  reader: Reader,
  at: DueAt,
  limit: number,
): Promise<Pick<DueQuestion, 'id' | 'action_id' | 'blocking'>[]> {
  return reader.rows((db) =>
    due(db, at).orderBy(['expires_at', 'id']).limit(limit).select('id', 'action_id', 'blocking'),
  );
}

/** Locks those of the questions that nobody has ended, until the transaction ends. */
export function lockDueQuestions(
  transaction: Transaction,
  at: DueAt,
  ids: readonly string[],
): Promise<DueQuestion[]> {
  return transaction.rows<DueQuestion>((db) =>
    due(db, at)
      .whereIn('id', [...ids])
      .orderBy('id')
      .select('id', 'question', 'action_id', 'project_id', 'order_id', 'blocking')
      .select('on_timeout', 'default_response')
      .forNoKeyUpdate(),
  );
}

/** Ends locked questions as they say themselves, at the time that they named. */
export async function endDueQuestions(
  transaction: Transaction,
  at: DueAt & { readonly actorId: string },
  ids: readonly string[],
): Promise<void> {
  await transaction.write((db) => {
    const when = (timeout: QuestionRow['on_timeout'], value: string): Knex.Raw =>
      db.raw(`case when on_timeout = ? then ${value} end`, [timeout]);
    return due(db, at)
      .whereIn('id', [...ids])
      .update({
        status: 'resolved',
        timed_out: true,
        response: when('use_default', 'default_response'),
        responded_at: when('use_default', 'expires_at'),
        responded_by_actor_id: db.raw('case when on_timeout = ? then ? end', [
          'use_default',
          at.actorId,
        ]),
        dismissed_at: when('dismiss', 'expires_at'),
        updated_by_actor_id: at.actorId,
        updated_at: at.now,
        version: db.raw('version + 1'),
      });
  });
}

/** Those of the actions that an open question still blocks. Exact while the actions' rows are locked. */
export async function findBlockedAmong(
  reader: Reader,
  workspaceId: string,
  actionIds: readonly string[],
): Promise<Set<string>> {
  if (actionIds.length === 0) return new Set();
  const rows = await reader.rows<{ action_id: string }>((db) =>
    db('agent_requests')
      .where({ workspace_id: workspaceId, blocking: true })
      .where(isOneOf('kind', ['question']))
      .where(isOneOf('status', ['open']))
      .whereIn('action_id', [...actionIds])
      .distinct('action_id'),
  );
  return new Set(rows.map((row) => row.action_id));
}

function due(db: Knex, { workspaceId, now }: DueAt): Knex.QueryBuilder {
  return db('agent_requests')
    .where({ workspace_id: workspaceId })
    .whereRaw(expires)
    .where('expires_at', '<=', now);
}
