import type { Purge } from '../../platform/db/purge';
import type { Transaction } from '../../platform/db/transaction';
import { DAY } from '../../platform/time';
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

// A client needs one; those that refresh from several addresses need a few.
const maxAccessTokens = 16;

/**
 * Deletes the access tokens of a locked grant that have expired, and the oldest ones above 15, so
 * that a client that repeats itself does not fill the table.
 */
export async function limitAccessTokens(
  transaction: Transaction,
  { workspace_id, id }: { readonly workspace_id: string; readonly id: string },
  now: string,
): Promise<void> {
  await transaction.write((db) =>
    db('tokens')
      .where({ workspace_id, grant_id: id })
      .where((surplus) => {
        void surplus.where('expires_at', '<=', now).orWhere(
          'expires_at',
          '<=',
          db('tokens')
            .where({ workspace_id, grant_id: id })
            .orderBy('expires_at', 'desc')
            .offset(maxAccessTokens - 1)
            .limit(1)
            .select('expires_at'),
        );
      })
      .delete(),
  );
}

/** Purges access tokens of OAuth a day after they have expired. */
export const accessTokenPurge: Purge = {
  name: 'oauth_access_tokens',
  retentionMs: DAY,
  async findOldest(reader) {
    const row = await reader.first<{ oldest: string | null }>((db) =>
      db('tokens').whereNotNull('grant_id').min({ oldest: 'expires_at' }),
    );
    return row?.oldest ?? undefined;
  },
  remove: (transaction, cutoff) =>
    transaction.write((db) =>
      db('tokens')
        .whereIn(
          ['workspace_id', 'id'],
          db('tokens')
            .whereNotNull('grant_id')
            .where('expires_at', '<', cutoff)
            .orderBy('expires_at')
            .limit(1000)
            .select('workspace_id', 'id'),
        )
        .delete(),
    ),
};
