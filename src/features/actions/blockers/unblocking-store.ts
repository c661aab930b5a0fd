import type { Knex } from 'knex';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import type { WriteContext } from '../../../platform/operation';
import { emit, type NewEvent } from '../../../shared/events';
import {
  actionNews,
  type EventAction,
  eventColumns,
  type WorkedOn,
  workersOf,
} from '../action-activity-store';
import { blocked, notTemplate, open } from '../action-scopes-store';

// Both databases accept a statement with this many ids.
const BATCH = 500;

/** Actions that blocked others until this transaction ended or approved them, and its actor. */
export interface EndedBlockers {
  readonly ids: readonly string[];
  readonly actorId: string;
}

/**
 * Emits `action.unblocked` for each open action whose last blocker this transaction has ended. Call
 * it after the change. Lock order: actions, then blockers.
 */
export async function emitUnblocked(
  ctx: WriteContext,
  { ids, actorId }: EndedBlockers,
): Promise<void> {
  const { transaction, workspaceId, now } = ctx;
  // An action may have blockers in several batches.
  const emitted = new Set<string>();
  for (let start = 0; start < ids.length; start += BATCH) {
    const ended = { workspaceId, ids: ids.slice(start, start + BATCH) };
    let afterId: string | undefined = '';
    while (afterId !== undefined) {
      const page = { afterId, limit: BATCH };
      const dependents: string[] = await findDependents(transaction, ended, page);
      afterId = dependents.length < BATCH ? undefined : dependents.at(-1);
      if (dependents.length === 0) continue;
      const scope = { workspaceId, ids: dependents };
      await lockBlockersOf(transaction, scope);
      const unblocked = await findUnblocked(transaction, scope, ended.ids);
      const fresh = unblocked.filter(({ id }) => !emitted.has(id));
      for (const { id } of fresh) emitted.add(id);
      emit(ctx, ...fresh.map((action) => ({ ...unblockedEvent(action, now), actorId })));
    }
  }
}

/** The event of an action that has no blocker any more. */
export function unblockedEvent(action: EventAction & WorkedOn, now: string): NewEvent {
  return actionNews(action, 'action.unblocked', 'The last blocker of the action has ended.', {
    related: workersOf(action, now),
  });
}

interface Ids {
  readonly workspaceId: string;
  readonly ids: readonly string[];
}

/** The ids of actions that have one of the blockers: at most `limit` after `afterId`, by id. */
async function findDependents(
  reader: Reader,
  { workspaceId, ids }: Ids,
  { afterId, limit }: { readonly afterId: string; readonly limit: number },
): Promise<string[]> {
  const rows = await reader.rows<{ action_id: string }>((db) =>
    db('action_blockers')
      .where({ workspace_id: workspaceId })
      .whereIn('blocker_id', [...ids])
      .where('action_id', '>', afterId)
      .distinct('action_id')
      .orderBy('action_id')
      .limit(limit),
  );
  return rows.map(({ action_id: id }) => id);
}

/**
 * Locks all blockers of the actions until the transaction ends. Of concurrent transactions that
 * each end a blocker of one action, the last one then sees that no other blocker is left.
 */
export async function lockBlockersOf(
  transaction: Transaction,
  { workspaceId, ids }: Ids,
): Promise<void> {
  await lockBlockersWhere(transaction, workspaceId, (blockers) =>
    blockers.whereIn('action_id', [...ids]),
  );
}

/**
 * `lockBlockersOf` all actions that have one of the blockers, so that two transactions that each
 * end several blockers wait for each other instead of deadlocking.
 */
export async function lockBlockersBeside(
  transaction: Transaction,
  { workspaceId, ids }: Ids,
): Promise<void> {
  await lockBlockersWhere(transaction, workspaceId, (blockers, db) =>
    blockers.whereIn(
      'action_id',
      db('action_blockers')
        .where({ workspace_id: workspaceId })
        .whereIn('blocker_id', [...ids])
        .select('action_id'),
    ),
  );
}

// Always in this order, so that transactions that lock the same blockers cannot deadlock.
async function lockBlockersWhere(
  transaction: Transaction,
  workspaceId: string,
  choose: (blockers: Knex.QueryBuilder, db: Knex) => Knex.QueryBuilder,
): Promise<void> {
  await transaction.lock((db) =>
    choose(db('action_blockers').where({ workspace_id: workspaceId }), db)
      .orderBy(['action_id', 'blocker_id'])
      .select('action_id')
      .forNoKeyUpdate(),
  );
}

/**
 * Those of the actions that have one of the blockers, are open, no templates, and have no blocker
 * that still blocks.
 */
function findUnblocked(
  reader: Reader,
  { workspaceId, ids }: Ids,
  blockerIds: readonly string[],
): Promise<(EventAction & WorkedOn)[]> {
  return reader.rows((db) =>
    db('actions')
      .where('actions.workspace_id', workspaceId)
      .whereIn('actions.id', [...ids])
      .whereExists((edge) => {
        void edge
          .from('action_blockers as ended')
          .where('ended.workspace_id', workspaceId)
          .whereRaw('ended.action_id = actions.id')
          .whereIn('ended.blocker_id', [...blockerIds])
          .select(db.raw('1'));
      })
      .where(open())
      .where(notTemplate(workspaceId))
      .whereNot(blocked(workspaceId))
      .orderBy('actions.id')
      .select([...eventColumns]),
  );
}
