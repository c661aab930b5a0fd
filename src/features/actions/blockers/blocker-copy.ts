import type { WriteContext } from '../../../platform/operation';
import { findBlockers, insertBlockers } from './blocker-store';

// The number of actions that one statement can take on both databases.
const BATCH = 500;

/**
 * Copies the blockers among actions that have been copied. `copyOfId` maps the id of an original to
 * the id of its copy.
 */
export async function copyBlockers(
  { transaction, workspaceId, actor, now }: WriteContext,
  copyOfId: ReadonlyMap<string, string>,
): Promise<void> {
  const originals = [...copyOfId.keys()];
  for (let start = 0; start < originals.length; start += BATCH) {
    const found = await findBlockers(
      transaction,
      workspaceId,
      originals.slice(start, start + BATCH),
    );
    const edges = found.flatMap(({ action_id: original, id }) => {
      const [copy, blocker] = [copyOfId.get(original), copyOfId.get(id)];
      return copy === undefined || blocker === undefined
        ? []
        : [{ action_id: copy, blocker_id: blocker }];
    });
    await insertBlockers(transaction, edges, { workspaceId, actorId: actor.id, now });
  }
}
