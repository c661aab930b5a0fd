import type { Reader, Transaction } from '../../../platform/db/transaction';

/** A workspace as it is stored; a window of null is the server's. */
export interface WorkspaceRow {
  readonly id: string;
  readonly name: string;
  readonly plan: 'free' | 'unlimited';
  readonly time_zone: string;
  readonly working_seconds: number | null;
  readonly stalled_seconds: number | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

/** The workspace of an id, or undefined. */
export function findWorkspace(
  reader: Reader,
  workspaceId: string,
): Promise<WorkspaceRow | undefined> {
  return reader.first<WorkspaceRow>((db) => db('workspaces').where({ id: workspaceId }));
}

/** Locks the workspace's row until the transaction ends. Nothing is locked before it. */
export async function lockWorkspace(transaction: Transaction, workspaceId: string): Promise<void> {
  await transaction.lock((db) =>
    db('workspaces').where({ id: workspaceId }).select('id').forNoKeyUpdate(),
  );
}

/** Changes columns of a workspace. */
export async function updateWorkspaceRow(
  transaction: Transaction,
  workspaceId: string,
  changes: Readonly<Partial<WorkspaceRow>>,
): Promise<void> {
  await transaction.write((db) => db('workspaces').where({ id: workspaceId }).update(changes));
}

/** The workspaces of the server, oldest first, at most two: enough to tell none, one and several. */
export function findWorkspaces(reader: Reader): Promise<{ id: string; name: string }[]> {
  return reader.rows<{ id: string; name: string }>((db) =>
    db('workspaces').orderBy(['created_at', 'id']).limit(2).select('id', 'name'),
  );
}

/** The ids of at most `limit` workspaces, in their order, after an id. */
export async function findWorkspaceIds(
  reader: Reader,
  afterId: string,
  limit: number,
): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>((db) =>
    db('workspaces').where('id', '>', afterId).orderBy('id').limit(limit).select('id'),
  );
  return rows.map(({ id }) => id);
}
