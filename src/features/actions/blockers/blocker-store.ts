import type { Reader } from '../../../platform/db/reader';
import { bool } from '../../../platform/db/statements/columns';
import { compiledStatement, insertRows } from '../../../platform/db/statements/compiled';
import type { Transaction } from '../../../platform/db/transaction';
import type { WriteContext } from '../../../platform/operation';
import type { SingleRow } from '../action-store';

/** An action waits for another one, its blocker. */
interface Edge {
  readonly action_id: string;
  readonly blocker_id: string;
}

/** A blocker of an action, with the columns that decide whether it still blocks. */
export interface BlockerRow {
  readonly action_id: string;
  readonly id: string;
  readonly status: string;
  readonly review_state: string;
}

const blockersOf = compiledStatement<'workspaceId'>((db, given, actionIds) =>
  db('action_blockers as edge')
    .join('actions as blocker', (on) => {
      on.on('blocker.workspace_id', 'edge.workspace_id').on('blocker.id', 'edge.blocker_id');
    })
    .where('edge.workspace_id', given('workspaceId'))
    .whereIn('edge.action_id', [...actionIds])
    .orderBy(['edge.action_id', 'edge.blocker_id'])
    .select('edge.action_id', 'blocker.id', 'blocker.status', 'blocker.review_state'),
);

/** The blockers of the actions, oldest first, with one statement. An action has at most 50. */
export function findBlockers(
  reader: Reader,
  workspaceId: string,
  actionIds: readonly string[],
): Promise<BlockerRow[]> {
  if (actionIds.length === 0) return Promise.resolve([]);
  return reader.rows<BlockerRow>(blockersOf({ workspaceId }, actionIds));
}

/** `findBlockers` for a single action, without a statement if its row says that it has none. */
export function findBlockersOf(
  reader: Reader,
  row: Pick<SingleRow, 'workspace_id' | 'id' | 'has_blockers'>,
): Promise<BlockerRow[]> {
  return findBlockers(reader, row.workspace_id, bool(row.has_blockers) ? [row.id] : []);
}

/**
 * Locks the workspace row until the transaction ends, so that concurrent changes of dependencies
 * wait: two of them can form a cycle together. Call it before projects and actions are locked.
 */
export async function lockDependencies(
  transaction: Transaction,
  workspaceId: string,
): Promise<void> {
  await transaction.lock((db) =>
    db('workspaces').where({ id: workspaceId }).select('id').forNoKeyUpdate(),
  );
}

/** Inserts blockers. */
export async function insertBlockers(
  transaction: Transaction,
  edges: readonly Edge[],
  by: { readonly workspaceId: string; readonly actorId: string; readonly now: string },
): Promise<void> {
  const key = { workspace_id: by.workspaceId };
  const created = { created_by_actor_id: by.actorId, created_at: by.now };
  await insertRows(
    transaction,
    'action_blockers',
    edges.map(({ action_id, blocker_id }) => ({ ...key, action_id, blocker_id, ...created })),
  );
}

/** Deletes a blocker. Returns false when there is none. */
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

// The number of actions that one statement can take on both databases.
const BATCH = 500;

/**
 * Copies the blockers among actions that have been copied. `copyOfId` maps the id of an original to
 * the id of its copy. Returns the edges that were copied.
 */
export async function copyBlockers(
  { transaction, workspaceId, actor, now }: WriteContext,
  copyOfId: ReadonlyMap<string, string>,
): Promise<readonly Edge[]> {
  const originals = [...copyOfId.keys()];
  const copied: Edge[] = [];
  for (let start = 0; start < originals.length; start += BATCH) {
    const found = await findBlockers(
      transaction,
      workspaceId,
      originals.slice(start, start + BATCH),
    );
    const edges = found.flatMap(({ action_id: original, id }) => {
      const [copy, blocker] = [copyOfId.get(original), copyOfId.get(id)];
      if (copy === undefined || blocker === undefined) return [];
      copied.push({ action_id: original, blocker_id: id });
      return [{ action_id: copy, blocker_id: blocker }];
    });
    await insertBlockers(transaction, edges, { workspaceId, actorId: actor.id, now });
  }
  return copied;
}
