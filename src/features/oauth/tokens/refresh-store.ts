import { limits } from '../../../../generated/limits';
import { purgeByAge, type Purge } from '../../../platform/db/purge';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import { SECOND } from '../../../platform/time';

/** A stored refresh token; the token itself is not stored. Times are ISO 8601 UTC. */
export interface RefreshRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly token_hash: string;
  readonly grant_id: string;
  /** The token that it replaced; null for the first one. */
  readonly predecessor_id: string | null;
  readonly created_at: string;
  readonly expires_at: string;
  /** When it was first used; null before. */
  readonly used_at: string | null;
  /** The key that its successor is derived with, while it may be repeated. */
  readonly successor_key: string | null;
  /** When its successor was first used; null before. */
  readonly successor_used_at: string | null;
}

/** Stores a refresh token that nobody has used. */
export async function insertRefresh(
  transaction: Transaction,
  token: Omit<RefreshRow, 'used_at' | 'successor_key' | 'successor_used_at'>,
): Promise<void> {
  await transaction.write((db) => db('oauth_refresh_tokens').insert(token));
}

/** The refresh token with this hash, or undefined. */
export function findRefresh(reader: Reader, tokenHash: string): Promise<RefreshRow | undefined> {
  return reader.first<RefreshRow>((db) =>
    db('oauth_refresh_tokens').where({ token_hash: tokenHash }),
  );
}

/** Changes a refresh token of a locked grant. */
export async function updateRefresh(
  transaction: Transaction,
  { workspace_id, id }: Pick<RefreshRow, 'workspace_id' | 'id'>,
  changes: Partial<Pick<RefreshRow, 'used_at' | 'successor_key' | 'successor_used_at'>>,
): Promise<void> {
  await transaction.write((db) =>
    db('oauth_refresh_tokens').where({ workspace_id, id }).update(changes),
  );
}

/** Deletes refresh tokens that have expired. */
export const refreshPurge = purgeByAge('oauth_refresh_tokens', 'expires_at', 0);

/** Erases keys whose tokens may not be repeated any more. */
export const keyPurge: Purge = {
  name: 'oauth_successor_keys',
  retentionMs: limits.oauth_repeat_seconds * SECOND,
  async findOldest(reader) {
    const row = await reader.first<{ oldest: string | null }>((db) =>
      db('oauth_refresh_tokens').whereNotNull('successor_key').min({ oldest: 'used_at' }),
    );
    return row?.oldest ?? undefined;
  },
  remove: (transaction, cutoff) =>
    transaction.write((db) =>
      db('oauth_refresh_tokens')
        .whereIn(
          ['workspace_id', 'id'],
          db('oauth_refresh_tokens')
            .whereNotNull('successor_key')
            .where('used_at', '<', cutoff)
            .orderBy('used_at')
            .limit(1000)
            .select('workspace_id', 'id'),
        )
        .update({ successor_key: null }),
    ),
};
