import { bool } from '../../../platform/db/statements/columns';
import type { Reader, Transaction } from '../../../platform/db/transaction';
import { insertRows } from '../../../platform/db/statements/insert';
import { compiledStatement } from '../../../platform/db/statements/compiled-statement';
import type { SingleRow } from '../action-store';

/** That an action waits for another. */
export interface Edge {
  readonly action_id: string;
  readonly blocker_id: string;
}

/** A blocker of an action, with what decides whether it holds it. */
export interface BlockerRow {
  readonly action_id: string;
  readonly id: string;
  readonly status: string;
  readonly review_state: string;
}

const blockersOf = compiledStatement<'workspaceId'>((db, given, actionIds) =>
  db('action_blockers as held_by')
    .join('actions as blocker', (on) => {
      on.on('blocker.workspace_id', 'held_by.workspace_id').on('blocker.id', 'held_by.blocker_id');
    })
    .where('held_by.workspace_id', given('workspaceId'))
    .whereIn('held_by.action_id', [...actionIds])
    .orderBy(['held_by.action_id', 'held_by.blocker_id'])
    .select('held_by.action_id', 'blocker.id', 'blocker.status', 'blocker.review_state'),
);

/** The blockers of the actions, oldest first, in one statement: at most 50 for each. */
export function findBlockers(
  reader: Reader,
  workspaceId: string,
  actionIds: readonly string[],
): Promise<BlockerRow[]> {
  if (actionIds.length === 0) return Promise.resolve([]);
  return reader.rows<BlockerRow>(blockersOf({ workspaceId }, actionIds));
}

/** `findBlockers` of an action that was read for itself, whose row says whether there are any. */
export function findBlockersOf(
  reader: Reader,
  row: Pick<SingleRow, 'workspace_id' | 'id' | 'has_blockers'>,
): Promise<BlockerRow[]> {
  return findBlockers(reader, row.workspace_id, bool(row.has_blockers) ? [row.id] : []);
}

/** Who waits for whom, from an action on, as far as it goes but at most `limit` such pairs: the nearest ones. */
export function findWaitedFor(
  reader: Reader,
  workspaceId: string,
  actionId: string,
  limit: number,
): Promise<Edge[]> {
  // `cross join` keeps SQLite from going through the table and looking for each row in what was found.
  return reader.rows<Edge>((db) =>
    db.raw(
      `with recursive waited (workspace_id, id) as (
         select workspace_id, id from actions where workspace_id = ? and id = ?
         union
         select further.workspace_id, further.blocker_id from waited
           join action_blockers as further
           on further.workspace_id = waited.workspace_id and further.action_id = waited.id
       )
       select held_by.action_id, held_by.blocker_id from waited
         cross join action_blockers as held_by
         where held_by.workspace_id = waited.workspace_id and held_by.action_id = waited.id
         limit ${limit}`,
      [workspaceId, actionId],
    ),
  );
}

/**
 * Lets everybody else who adds a blocker in the workspace wait until the transaction ends: two additions that each look harmless can
 * make a circle together. Locks the workspace's row: call it before other locks.
 */
export async function lockBlockers(transaction: Transaction, workspaceId: string): Promise<void> {
  await transaction.lock((db) =>
    db('workspaces').where({ id: workspaceId }).select('id').forNoKeyUpdate(),
  );
}

/** Stores blockers. */
export async function insertBlockers(
  transaction: Transaction,
  edges: readonly Edge[],
  by: { readonly workspaceId: string; readonly actorId: string; readonly now: string },
): Promise<void> {
  const key = { workspace_id: by.workspaceId };
  const made = { created_by_actor_id: by.actorId, created_at: by.now };
  await insertRows(
    transaction,
    'action_blockers',
    edges.map(({ action_id, blocker_id }) => ({ ...key, action_id, blocker_id, ...made })),
  );
}

/** Removes a blocker. False when there is none. */
export async function deleteBlocker(
  transaction: Transaction,
  workspaceId: string,
  { action_id, blocker_id }: Edge,
): Promise<boolean> {
  const deleted = await transaction.write((db) =>
    db('action_blockers').where({ workspace_id: workspaceId, action_id, blocker_id }).delete(),
  );
  return deleted > 0;
}
