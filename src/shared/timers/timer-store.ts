import type { Knex } from 'knex';
import { databaseTime } from '../../platform/db/purge/clock';
import type { Reader } from '../../platform/db/reader';
import { insertRows } from '../../platform/db/statements/insert';
import type { Transaction } from '../../platform/db/transaction';
import type { EventKind } from '../events';

/** The kinds of timers, which are those of their events. */
export type TimerKind = Extract<
  EventKind,
  | 'action.stalled'
  | 'action.undeferred'
  | 'claim.expired'
  | 'order.checkin_overdue'
  | 'proposal.expired'
  | 'question.reminder_due'
  | 'token.expiring'
>;

/** A timer. `due_at` is never later than the moment that it is for. */
export interface Timer {
  readonly workspace_id: string;
  readonly kind: TimerKind;
  readonly subject_id: string;
  readonly due_at: string;
}

/** A timer that is due, with the time of the database. */
export interface DueTimer extends Timer {
  readonly now: string;
}

/**
 * The timers of all workspaces that have been due longest, after a given one. Only one statement in
 * five seconds, so it reads all workspaces at once.
 */
export function findDueTimers(
  reader: Reader,
  kinds: readonly TimerKind[],
  { after, limit }: { readonly after: Timer | undefined; readonly limit: number },
): Promise<DueTimer[]> {
  return reader.rows<DueTimer>((db) => {
    const now = databaseTime(db, reader.dialect);
    const query = db('timers')
      .where('due_at', '<=', now)
      .whereIn('kind', [...kinds])
      .orderBy(['due_at', 'workspace_id', 'kind', 'subject_id'])
      .limit(limit)
      .select('workspace_id', 'kind', 'subject_id', 'due_at', { now });
    if (after === undefined) return query;
    return query.whereRaw('(due_at, workspace_id, kind, subject_id) > (?, ?, ?, ?)', [
      after.due_at,
      after.workspace_id,
      after.kind,
      after.subject_id,
    ]);
  });
}

/**
 * Deletes those of the timers that are still due, and returns their moments by subject. The caller
 * has locked the subjects, so of concurrent transactions one takes a timer.
 */
export async function takeDueTimers(
  transaction: Transaction,
  { workspaceId, kind, now }: { workspaceId: string; kind: TimerKind; now: string },
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (subjectIds.length === 0) return new Map();
  const due = (db: Knex): Knex.QueryBuilder =>
    db('timers')
      .where({ workspace_id: workspaceId, kind })
      .where('due_at', '<=', now)
      .whereIn('subject_id', [...subjectIds]);
  // Not one statement: on SQLite, Knex ignores the `returning` of a delete.
  const rows = await transaction.rows<Pick<Timer, 'subject_id' | 'due_at'>>((db) =>
    due(db).select('subject_id', 'due_at'),
  );
  if (rows.length > 0) await transaction.write((db) => due(db).delete());
  return new Map(rows.map(({ subject_id: id, due_at: at }) => [id, at]));
}

/** Stores timers that were taken, for later moments. */
export async function armTimers(transaction: Transaction, timers: readonly Timer[]): Promise<void> {
  if (timers.length > 0)
    await insertRows(
      transaction,
      'timers',
      timers.map((row) => ({ ...row })),
    );
}
