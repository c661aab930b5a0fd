import { isOneOf } from '../../../platform/db/statements/columns';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import type { StoredAction } from '../action-store';

/** An action that waits only for an answer. */
export type BlockedAction = Pick<
  StoredAction,
  'workspace_id' | 'id' | 'title' | 'project_id' | 'order_id'
>;

interface BlockedActionIds {
  readonly workspaceId: string;
  readonly ids: readonly string[];
}

/** Locks those of the actions that wait only for an answer. */
export function lockBlockedActions(
  reader: Reader,
  { workspaceId, ids }: BlockedActionIds,
): Promise<BlockedAction[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return reader.rows<BlockedAction>((db) =>
    db('actions')
      .where({ workspace_id: workspaceId, waits_for_answer: true })
      .where(isOneOf('status', ['waiting']))
      .whereIn('id', [...ids])
      .orderBy('id')
      .select('workspace_id', 'id', 'title', 'project_id', 'order_id')
      .forNoKeyUpdate(),
  );
}

/** Makes locked actions that waited for an answer ready. */
export async function makeReady(
  transaction: Transaction,
  {
    workspaceId,
    ids,
    now,
    actorId,
  }: BlockedActionIds & { readonly now: string; readonly actorId: string },
): Promise<void> {
  await transaction.write((db) =>
    db('actions')
      .where({ workspace_id: workspaceId })
      .whereIn('id', [...ids])
      .update({
        status: 'ready',
        waits_for_answer: false,
        last_activity_at: now,
        updated_at: now,
        updated_by_actor_id: actorId,
        version: db.raw('version + 1'),
      }),
  );
}
