import type { Transaction } from '../../platform/db/transaction';
import type { TokenRow } from './token-store';

/** A token that expires, with the names in its event. */
export interface ExpiringToken extends Pick<TokenRow, 'id' | 'name'> {
  readonly expires_at: string;
  readonly agent_name: string;
  /** The kind of the actor that created the token. */
  readonly author_kind: 'user' | 'agent' | 'system';
}

/**
 * Locks those of the tokens that are not revoked and expire. Skips tokens that other transactions
 * have locked.
 */
export function lockExpiringTokens(
  transaction: Transaction,
  workspaceId: string,
  ids: readonly string[],
): Promise<ExpiringToken[]> {
  return transaction.rows<ExpiringToken>((db) => {
    const rows = db('tokens')
      .join('actors as author', (on) => {
        on.on('author.workspace_id', 'tokens.workspace_id').on(
          'author.id',
          'tokens.created_by_actor_id',
        );
      })
      .join('agents', (on) => {
        on.on('agents.workspace_id', 'tokens.workspace_id').on('agents.id', 'tokens.agent_id');
      })
      .join('actors', (on) => {
        on.on('actors.workspace_id', 'agents.workspace_id').on('actors.id', 'agents.actor_id');
      })
      .where('tokens.workspace_id', workspaceId)
      .whereIn('tokens.id', [...ids])
      .whereNull('tokens.revoked_at')
      .whereNotNull('tokens.expires_at')
      .orderBy('tokens.id')
      .select('tokens.id', 'tokens.name', 'tokens.expires_at')
      .select({ agent_name: 'actors.name', author_kind: 'author.kind' })
      .forNoKeyUpdate('tokens');
    return transaction.dialect === 'sqlite' ? rows : rows.skipLocked();
  });
}
