import { compiledStatement } from '../../platform/db/statements/compiled';
import type { Transaction } from '../../platform/db/transaction';

const lockOfProject = compiledStatement<'workspaceId' | 'id'>((db, given) =>
  db('projects')
    .where({ workspace_id: given('workspaceId'), id: given('id') })
    .select('id')
    .forShare(),
);

/**
 * Locks the project row in share mode until the transaction ends, so a concurrent closing of the
 * project waits and drops the added action too. Call it before the row of an action is locked.
 */
export async function lockProjectShared(
  transaction: Transaction,
  workspaceId: string,
  projectId: string | null | undefined,
): Promise<void> {
  if (typeof projectId !== 'string') return;
  await transaction.lock(lockOfProject({ workspaceId, id: projectId }));
}
