import type { Purge } from '../../platform/db/purge';
import type { Transaction } from '../../platform/db/transaction';
import { DAY } from '../../platform/time';

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
