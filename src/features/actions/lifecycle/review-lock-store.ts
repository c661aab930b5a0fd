import { compiledStatement } from '../../../platform/db/statements/compiled';
import type { Transaction } from '../../../platform/db/transaction';

const agentsOfActions = compiledStatement<'workspaceId'>((db, given, ids) =>
  db('agents')
    .where({ workspace_id: given('workspaceId') })
    .whereIn(
      'actor_id',
      db('actions')
        .where({ workspace_id: given('workspaceId') })
        .whereIn('id', [...ids])
        .select('assigned_actor_id'),
    )
    .orderBy('id')
    .select('id')
    .forKeyShare(),
);

/**
 * Locks the agents to whom the actions are assigned until the transaction ends, so that a
 * concurrent pause or revocation waits. Returns their number.
 */
export async function lockAssignedAgents(
  transaction: Transaction,
  workspaceId: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  return (await transaction.rows(agentsOfActions({ workspaceId }, ids))).length;
}

const lockOfActions = compiledStatement<'workspaceId'>((db, given, ids) =>
  db('actions')
    .where({ workspace_id: given('workspaceId') })
    .whereIn('id', [...ids])
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate(),
);

/** Locks actions by id until the transaction ends. */
export async function lockActions(
  transaction: Transaction,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  await transaction.lock(lockOfActions({ workspaceId }, ids));
}
