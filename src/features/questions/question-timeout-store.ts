import type { Knex } from 'knex';
import type { Reader } from '../../platform/db/reader';
import type { Transaction } from '../../platform/db/transaction';
import { canExpire } from '../../shared/agent-requests';
import type { QuestionRow } from './question-store';

/** The columns of an expired question that its end needs. */
export type ExpiredQuestion = Pick<
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
export async function hasExpiredQuestion(reader: Reader, scope: WorkspaceNow): Promise<boolean> {
  const row = await reader.first((db) => expired(db, scope).limit(1).select('id'));
  return row !== undefined;
}

/** The questions that expired first. */
export function findExpiredQuestions(
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
export function lockExpiredQuestions(
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
export async function endExpiredQuestions(
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
