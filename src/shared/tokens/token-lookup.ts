import type { Reader } from '../../platform/db/reader';
import type { TokenRow } from './token-store';

/** A token of any workspace, with the names of its agent and workspace. */
export interface LocatedToken extends TokenRow {
  readonly secret_hash: string;
  readonly agent_name: string;
  readonly agent_state: 'pending' | 'active' | 'paused' | 'revoked';
  readonly workspace_name: string;
}

/** The token with this public id or id in any workspace; only for operators' commands. */
export function findTokenAnywhere(
  reader: Reader,
  key: { readonly public_id: string } | { readonly id: string },
): Promise<LocatedToken | undefined> {
  const [column, value] =
    'id' in key ? (['tokens.id', key.id] as const) : (['tokens.public_id', key.public_id] as const);
  return reader.first<LocatedToken>((db) =>
    db('tokens')
      .join('agents', (on) => {
        on.on('agents.workspace_id', 'tokens.workspace_id').on('agents.id', 'tokens.agent_id');
      })
      .join('actors', (on) => {
        on.on('actors.workspace_id', 'agents.workspace_id').on('actors.id', 'agents.actor_id');
      })
      .join('workspaces', 'workspaces.id', 'tokens.workspace_id')
      .where(column, value)
      .limit(1)
      .select(
        'tokens.*',
        'actors.name as agent_name',
        'agents.state as agent_state',
        'workspaces.name as workspace_name',
      ),
  );
}
