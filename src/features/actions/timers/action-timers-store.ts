import type { Knex } from 'knex';
import { databaseTime } from '../../../platform/db/clock-and-epoch';
import type { Database } from '../../../platform/db/connect';
import { isOneOf } from '../../../platform/db/statements/columns';
import { transact, type Transaction } from '../../../platform/db/transaction';
import { type EventAction, eventColumns, type WorkedOn } from '../action-activity-store';
import {
  actionable,
  coveredBy,
  inActiveProject,
  notTemplate,
  open,
  stalled,
  unclaimed,
} from '../action-scopes-store';
import { notOverdue } from '../action-rules';
import { actionsOf, type StoredAction } from '../action-store';

/** The columns of an action that its timers need. */
export type TimedAction = EventAction &
  WorkedOn &
  Pick<StoredAction, 'defer_until' | 'last_activity_at'>;

interface ActionIds {
  readonly workspaceId: string;
  readonly ids: readonly string[];
}

/** Locks actions until the transaction ends. Skips those that other transactions have locked. */
export function lockTimedActions(
  transaction: Transaction,
  { workspaceId, ids }: ActionIds,
): Promise<TimedAction[]> {
  return transaction.rows<TimedAction>((db) => {
    const rows = actionsOf(db, workspaceId)
      .whereIn('actions.id', [...ids])
      .orderBy('actions.id')
      .select(...eventColumns, 'actions.defer_until', 'actions.last_activity_at')
      .forNoKeyUpdate();
    return transaction.dialect === 'sqlite' ? rows : rows.skipLocked();
  });
}

/** The ids of those actions that are open, no templates, and in no inactive project. */
export async function findInPlay(
  transaction: Transaction,
  { workspaceId, ids }: ActionIds,
): Promise<ReadonlySet<string>> {
  const rows = await transaction.rows<{ id: string }>((db) =>
    actionsOf(db, workspaceId)
      .whereIn('actions.id', [...ids])
      .where(open())
      .where(notTemplate(workspaceId))
      .where(inActiveProject(workspaceId))
      .select('actions.id'),
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * The agents that released actions, by action, if their queues have them again since the backoff
 * ended, by itself or by a change of somebody else.
 */
export async function findOfferedAgain(
  transaction: Transaction,
  { workspaceId, ids }: ActionIds,
  now: string,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await transaction.rows<{ id: string; actor_id: string }>((db) =>
    actionsOf(db, workspaceId)
      .join('agents as releaser', (on) => {
        on.on('releaser.workspace_id', 'actions.workspace_id').on(
          'releaser.actor_id',
          'actions.last_claimed_by_actor_id',
        );
      })
      .whereIn('actions.id', [...ids])
      .where('actions.released_until', '<=', now)
      .where('releaser.state', 'active')
      .where(actionable({ workspaceId, now }))
      .where(unclaimed({ now }))
      .where((queue) => {
        void queue.whereRaw('actions.assigned_actor_id = releaser.actor_id').orWhere((pool) => {
          void pool
            .whereNull('actions.assigned_actor_id')
            .where(coveredBy(transaction.dialect, db.raw('releaser.capabilities')));
        });
      })
      .select('actions.id', 'releaser.actor_id'),
  );
  return new Map(rows.map(({ id, actor_id: actorId }) => [id, actorId]));
}

/** The ids of those actions that the stalled view shows. */
export async function findStalled(
  transaction: Transaction,
  { workspaceId, ids }: ActionIds,
  windows: { readonly now: string; readonly stalledSince: string },
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await transaction.rows<{ id: string }>((db) =>
    actionsOf(db, workspaceId)
      .whereIn('actions.id', [...ids])
      .where(stalled({ ...windows, workspaceId }))
      .select('actions.id'),
  );
  return new Set(rows.map(({ id }) => id));
}

const kind = 'action.stalled';

/** A position in the actions of a workspace by their last activity. */
export interface ActivityPosition {
  readonly at: string;
  readonly id: string;
}

/** The search for stalled actions of a workspace: where it continues, and when. */
export interface StalledSearch {
  readonly due_at: string;
  readonly reached_at: string | null;
  readonly reached_id: string | null;
  readonly window_seconds: number | null;
}

const searchOf = (db: Knex, workspaceId: string): Knex.QueryBuilder =>
  db('timers').where({ workspace_id: workspaceId, kind, subject_id: workspaceId });

/** Locks the due search of a workspace; undefined if another transaction has it. */
export function lockDueSearch(
  transaction: Transaction,
  workspaceId: string,
  now: string,
): Promise<StalledSearch | undefined> {
  return transaction.first<StalledSearch>((db) => {
    const row = searchOf(db, workspaceId)
      .where('due_at', '<=', now)
      .select('due_at', 'reached_at', 'reached_id', 'window_seconds')
      .forUpdate();
    return transaction.dialect === 'sqlite' ? row : row.skipLocked();
  });
}

/** Stores where a locked search continues. */
export async function moveSearch(
  transaction: Transaction,
  workspaceId: string,
  search: StalledSearch,
): Promise<void> {
  await transaction.write((db) => searchOf(db, workspaceId).update(search));
}

/** The stalled window of a workspace in seconds; null if it has none of its own. */
export async function findOwnWindow(
  transaction: Transaction,
  workspaceId: string,
): Promise<number | null> {
  const row = await transaction.first<{ stalled_seconds: number | null }>((db) =>
    db('workspaces').where({ id: workspaceId }).select('stalled_seconds'),
  );
  return row?.stalled_seconds ?? null;
}

/**
 * The ready and waiting actions after a position, by their last activity. Reads at most `limit`
 * entries of the index for each status, whatever the actions are.
 */
export function findByActivity(
  transaction: Transaction,
  workspaceId: string,
  { after, limit }: { readonly after: ActivityPosition; readonly limit: number },
): Promise<Pick<StoredAction, 'id' | 'last_activity_at'>[]> {
  return transaction.rows((db) => {
    const inStatus = (status: string): Knex.QueryBuilder =>
      db('actions')
        .where('workspace_id', workspaceId)
        .where(isOneOf('status', [status]))
        .whereRaw('(last_activity_at, id) > (?, ?)', [after.at, after.id])
        .orderBy(['last_activity_at', 'id'])
        .limit(limit)
        .select('id', 'last_activity_at');
    const each = ['ready', 'waiting'].map((status) =>
      db.from(inStatus(status).as(status)).select('id', 'last_activity_at'),
    );
    return db
      .from(db.unionAll(each).as('either'))
      .orderBy(['last_activity_at', 'id'])
      .limit(limit)
      .select('id', 'last_activity_at');
  });
}

/**
 * Makes the searches of workspaces without a window of their own due if the server's window is
 * another one now.
 */
export async function adjustStalledSearches(
  database: Database,
  stalledSeconds: number,
): Promise<void> {
  await transact(database, (transaction) =>
    transaction.write((db) =>
      db('timers')
        .where({ kind })
        .whereNot('window_seconds', stalledSeconds)
        .whereExists((own) => {
          void own
            .from('workspaces')
            .whereRaw('workspaces.id = timers.workspace_id')
            .whereNull('workspaces.stalled_seconds');
        })
        .update({ due_at: databaseTime(db, transaction.dialect) }),
    ),
  );
}

const ranked = 500;

/**
 * Gives ready actions that have become overdue their rank in the queues, in transactions of 500
 * actions. Skips those that other transactions have locked, until the next time. Changes no
 * version, because no response has the rank.
 */
export async function rankOverdue(database: Database, isStopped: () => boolean): Promise<void> {
  for (let count = ranked; count === ranked && !isStopped();) {
    count = await transact(database, (transaction) =>
      transaction.write((db) => {
        const rows = db('actions')
          .where('due_at', '<=', databaseTime(db, transaction.dialect))
          .where(isOneOf('status', ['ready']))
          .whereRaw(`queue_rank > ${notOverdue - 1}`)
          .orderBy('due_at')
          .limit(ranked)
          .select('workspace_id', 'id');
        const found = transaction.dialect === 'sqlite' ? rows : rows.forNoKeyUpdate().skipLocked();
        return db('actions')
          .whereIn(['workspace_id', 'id'], found)
          .update({ queue_rank: db.raw('queue_rank - ?', [notOverdue]) });
      }),
    );
  }
}
