import type { Transaction } from '../../../platform/db/transaction';
import { eventColumns, type EventAction, type WorkedOn } from '../action-events';
import { inActiveProject, notTemplate, open, stalled } from '../lists/action-scopes-store';
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
      .where(notTemplate())
      .where(inActiveProject())
      .select('actions.id'),
  );
  return new Set(rows.map(({ id }) => id));
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
      .where(stalled(windows))
      .select('actions.id'),
  );
  return new Set(rows.map(({ id }) => id));
}
