/**
 * Closed workspaces: those that `callboard workspace delete` has begun to delete. Nobody has a
 * credential of them, and neither timers nor housekeeping handle them.
 */
import type { Knex } from 'knex';
import type { Reader } from '../../platform/db/reader';
import type { Condition } from '../../platform/db/statements/columns';

/** True for rows whose column names no closed workspace. */
export function notClosed(db: Knex, column: string): Condition {
  // No anti-join, so that the rows stay in the order of their index.
  return (query) => void query.whereNotIn(column, db('closed_workspaces').select('workspace_id'));
}

/** Whether the workspace is being deleted. */
export async function isClosed(reader: Reader, workspaceId: string): Promise<boolean> {
  const row = await reader.first((db) =>
    db('closed_workspaces').where({ workspace_id: workspaceId }).select('workspace_id'),
  );
  return row !== undefined;
}
