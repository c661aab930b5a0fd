import type { WriteContext } from '../../../platform/operation';
import type { Reader } from '../../../platform/db/reader';
import { bool } from '../../../platform/db/statements/columns';
import type { SingleRow } from '../action-store';
import { Dependencies, dependencyCycle, maxDependencies } from './dependency-rules';
import { findDependencies } from './dependency-store';

type Scope = Pick<WriteContext, 'transaction' | 'workspaceId'>;

/** Throws 422 `DEPENDENCY_CYCLE` when a new blocker of an action would make it wait for itself. */
export async function checkMayWaitFor(
  { transaction, workspaceId }: Scope,
  id: string,
  blockerId: string,
): Promise<void> {
  const origin = { actionId: blockerId, goal: id };
  const found = new Dependencies(await findDependencies(transaction, workspaceId, origin));
  throwIfCycle(found.cycleWith(id, blockerId));
}

/**
 * Throws 422 `DEPENDENCY_CYCLE` when an action that has joined a sequence, or has another place in
 * it, waits for itself. An action that neither has blockers nor blocks others never does: the
 * actions after it waited for those before it already. Lock the dependencies before.
 */
export async function checkPlace(
  { transaction, workspaceId }: Scope,
  row: Pick<SingleRow, 'id' | 'has_blockers' | 'blocks_others'>,
): Promise<void> {
  if (!bool(row.has_blockers) && !bool(row.blocks_others)) return;
  const origin = { actionId: row.id, goal: row.id };
  const found = new Dependencies(await findDependencies(transaction, workspaceId, origin));
  throwIfCycle(found.cycleThrough(row.id));
}

/**
 * Throws 422 `DEPENDENCY_CYCLE` when the order of a project makes an action wait for itself.
 * `nameOf` replaces the ids of the path.
 */
export async function checkSequence(
  { transaction, workspaceId }: Scope,
  projectId: string,
  nameOf = (id: string): string => id,
): Promise<void> {
  const found = new Dependencies(await findDependencies(transaction, workspaceId, { projectId }));
  throwIfCycle(found.cycleInSequence(projectId)?.map(nameOf));
}

function throwIfCycle(path: readonly string[] | undefined): void {
  if (path !== undefined) throw dependencyCycle(path);
}

/**
 * The cycles that a workspace has stored, without actions in common. Undefined when it has too many
 * dependencies to search.
 */
export async function findCycles(
  reader: Reader,
  workspaceId: string,
): Promise<string[][] | undefined> {
  const rows = await findDependencies(reader, workspaceId, 'workspace');
  return rows.length > maxDependencies ? undefined : new Dependencies(rows).cycles();
}
