import type { WriteContext } from '../../../platform/operation';
import { findBlockers, insertBlockers, type Edge } from './blocker-store';

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
