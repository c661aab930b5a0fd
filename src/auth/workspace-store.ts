import type { ReadHand } from '../platform/db/hands';

/** The name of a workspace, or undefined when there is none of that id. */
export function findWorkspace(
  hand: ReadHand,
  workspaceId: string,
): Promise<{ name: string } | undefined> {
  return hand.first<{ name: string }>((db) =>
    db('workspaces').where({ id: workspaceId }).select('name'),
  );
}

/** The workspaces of the server, oldest first, at most two: enough to tell none, one and several. */
export function findWorkspaces(hand: ReadHand): Promise<{ id: string; name: string }[]> {
  return hand.rows<{ id: string; name: string }>((db) =>
    db('workspaces').orderBy(['created_at', 'id']).limit(2).select('id', 'name'),
  );
}

/** The ids of at most `limit` workspaces, in their order, after an id. */
export async function findWorkspaceIds(
  hand: ReadHand,
  afterId: string,
  limit: number,
): Promise<string[]> {
  const rows = await hand.rows<{ id: string }>((db) =>
    db('workspaces').where('id', '>', afterId).orderBy('id').limit(limit).select('id'),
  );
  return rows.map(({ id }) => id);
}
