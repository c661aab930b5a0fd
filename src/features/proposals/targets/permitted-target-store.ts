import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import type { TargetKey } from './target-store';

/** Stores the state of the target that a permission is for. */
export async function insertPermittedTarget(
  transaction: Transaction,
  { workspaceId, id }: TargetKey,
  state: string,
): Promise<void> {
  await transaction.write((db) =>
    db('permitted_targets').insert({ workspace_id: workspaceId, id, state }),
  );
}

/** The stored state of a permission; undefined when the proposal has none. */
export async function findPermittedTarget(
  reader: Reader,
  { workspaceId, id }: TargetKey,
): Promise<string | undefined> {
  const row = await reader.first<{ state: string }>((db) =>
    db('permitted_targets').where({ workspace_id: workspaceId, id }).select('state'),
  );
  return row?.state;
}

/** Deletes the states of permissions that have ended. */
export async function deletePermittedTarget(
  transaction: Transaction,
  { workspaceId, id }: TargetKey,
): Promise<void> {
  await deletePermittedTargets(transaction, workspaceId, [id]);
}

/** `deletePermittedTarget` for several permissions. */
export async function deletePermittedTargets(
  transaction: Transaction,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  await transaction.write((db) =>
    db('permitted_targets')
      .where('workspace_id', workspaceId)
      .whereIn('id', [...ids])
      .delete(),
  );
}
