/**
 * Timers: the moments at which time alone changes the state of a record. Triggers maintain the
 * table, so no feature can omit a timer. Each serving process looks for timers that are due; the
 * handler of their kind locks the records, takes the timers and emits the events, so each event is
 * emitted once. A timer never changes a state: views and lists derive states when they are read.
 */
import type { Knex } from 'knex';
import { databaseTime } from '../platform/db/clock-and-epoch';
import type { Reader } from '../platform/db/reader';
import { insertRows } from '../platform/db/statements/compiled';
import type { Transaction } from '../platform/db/transaction';
import { addMilliseconds, SECOND } from '../platform/time';
import { notClosed } from './closed-workspaces-store';
import type { EventKind, EventSource, NewEvent } from './events';

/** The transaction in which timers of a workspace are handled. `now` is the database's time. */
export interface TimerSource extends EventSource {
  /** The stalled window of workspaces without their own, in seconds. */
  readonly stalledSeconds: number;
}

/** An event that time has brought about, and its moment. */
export interface Occurrence {
  readonly at: string;
  readonly event: NewEvent;
}

/**
 * Handles due timers of one kind and workspace. Skips records that another transaction has locked;
 * their timers stay due. `isUnfinished` says that more is due than one transaction handles.
 */
export type TimerHandler = (
  source: TimerSource,
  subjectIds: readonly string[],
) => Promise<{ readonly occurrences: readonly Occurrence[]; readonly isUnfinished?: boolean }>;

/** The kinds of timers, which are those of their events. */
export type TimerKind = Extract<
  EventKind,
  | 'action.offered_again'
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

/** Where to read due timers on. */
interface DueTimersPage {
  readonly kinds: readonly TimerKind[];
  /** Only those of this workspace. */
  readonly workspaceId?: string;
  readonly after?: Timer | undefined;
  readonly limit: number;
}

/** The timers that have been due longest, of all workspaces or of one, after a given one. */
export function findDueTimers(
  reader: Reader,
  { kinds, workspaceId, after, limit }: DueTimersPage,
): Promise<DueTimer[]> {
  return reader.rows<DueTimer>((db) => {
    const now = databaseTime(db, reader.dialect);
    const query = db('timers')
      .where('due_at', '<=', now)
      .whereIn('kind', [...kinds])
      .where(notClosed(db, 'workspace_id'))
      .orderBy(['due_at', 'workspace_id', 'kind', 'subject_id'])
      .limit(limit)
      .select('workspace_id', 'kind', 'subject_id', 'due_at', { now });
    if (workspaceId !== undefined) void query.where({ workspace_id: workspaceId });
    if (after === undefined) return query;
    return query.whereRaw('(due_at, workspace_id, kind, subject_id) > (?, ?, ?, ?)', [
      after.due_at,
      after.workspace_id,
      after.kind,
      after.subject_id,
    ]);
  });
}

/** The time since which the oldest timer has been due; undefined if none is. */
export async function findOldestDueTimer(reader: Reader): Promise<string | undefined> {
  const row = await reader.first<{ due_at: string }>((db) =>
    db('timers')
      .where('due_at', '<=', databaseTime(db, reader.dialect))
      .where(notClosed(db, 'workspace_id'))
      .orderBy('due_at')
      .limit(1)
      .select('due_at'),
  );
  return row?.due_at;
}

/**
 * The workspaces that have due timers, by id, after a given one. Goes from workspace to workspace
 * by the index, so the number of timers makes no difference.
 */
export async function findDueWorkspaces(
  reader: Reader,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await reader.rows<{ workspace_id: string }>((db) =>
    db.raw(
      `with recursive owners (workspace_id) as (
         select (select workspace_id from timers where workspace_id > ?
           order by workspace_id limit 1)
         union all
         select (select workspace_id from timers where timers.workspace_id > owners.workspace_id
             order by workspace_id limit 1)
           from owners where owners.workspace_id is not null
       )
       select workspace_id from owners where workspace_id is not null and exists (
         select 1 from timers where timers.workspace_id = owners.workspace_id and due_at <= ?
       )
       limit ${limit}`,
      [after, databaseTime(db, reader.dialect)],
    ),
  );
  return rows.map(({ workspace_id: id }) => id);
}

/**
 * Deletes those of the timers that are still due, and returns their moments by subject: none if the
 * workspace has been closed. The caller
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
      .where(notClosed(db, 'workspace_id'))
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

/** The periods of a repeated moment that have ended, and the moment of the next one. */
interface EndedPeriods {
  /** At least 1. */
  readonly count: number;
  readonly next: string;
}

/** The periods since the moment `at`, which has passed. */
export function afterPeriods(at: string, now: string, seconds: number): EndedPeriods {
  const length = seconds * SECOND;
  const count = Math.floor((Date.parse(now) - Date.parse(at)) / length) + 1;
  return { count, next: addMilliseconds(at, count * length) };
}
