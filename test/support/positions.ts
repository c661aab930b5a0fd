import type { GivenWorkspace } from '../../scripts/requests/given';

/** The position of the workspace's last event. */
export async function lastPositionOf({ database, workspaceId }: GivenWorkspace): Promise<number> {
  const key = { workspace_id: workspaceId };
  const row = await database.knex('event_positions').where(key).first('last');
  return Number(row?.last);
}
