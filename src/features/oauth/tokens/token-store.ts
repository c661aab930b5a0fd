import { limits } from '../../../../generated/limits';
import { type Purge, purgeByAge } from '../../../platform/db/purge';
import type { Reader } from '../../../platform/db/reader';
import type { Transaction } from '../../../platform/db/transaction';
import { DAY, SECOND } from '../../../platform/time';
import { hashSecret, namedWorkspace } from '../../../shared/tokens';

/** A stored authorization code; the code itself is not stored. */
export interface CodeRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly code_hash: string;
  readonly grant_id: string;
  readonly redirect_uri: string;
  readonly code_challenge: string;
  readonly expires_at: string;
  readonly redeemed_at: string | null;
}

/** Stores a code that nobody has redeemed. */
export async function insertCode(
  transaction: Transaction,
  code: Omit<CodeRow, 'redeemed_at'>,
): Promise<void> {
  await transaction.write((db) => db('oauth_codes').insert(code));
}

/** The row of a code, or undefined. */
export function findCode(reader: Reader, code: string): Promise<CodeRow | undefined> {
  const key = { ...namedWorkspace(code), code_hash: hashSecret(code) };
  return reader.first<CodeRow>((db) => db('oauth_codes').where(key));
}

/**
 * Redeems a code. Returns false if it was redeemed before, as one of several calls succeeds, or if
 * the person who consented is deactivated or a viewer.
 */
export async function markRedeemed(
  transaction: Transaction,
  { workspace_id, id }: CodeRow,
  now: string,
): Promise<boolean> {
  const changed = await transaction.write((db) =>
    db('oauth_codes')
      .where({ workspace_id, id })
      .whereNull('redeemed_at')
      .whereExists(
        db('oauth_grants as given')
          .join('users as giver', (on) => {
            on.on('giver.workspace_id', 'given.workspace_id').on('giver.id', 'given.user_id');
          })
          .whereRaw('given.workspace_id = oauth_codes.workspace_id')
          .whereRaw('given.id = oauth_codes.grant_id')
          .whereNull('giver.deactivated_at')
          .whereNot('giver.role', 'viewer')
          .select(db.raw('1')),
      )
      .update({ redeemed_at: now }),
  );
  return changed > 0;
}

/** Deletes codes a day after they have expired: until then, a second redemption is recognised. */
export const codePurge = purgeByAge('oauth_codes', 'expires_at', DAY);

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

/** The row of a refresh token, or undefined. */
export function findRefresh(reader: Reader, token: string): Promise<RefreshRow | undefined> {
  const key = { ...namedWorkspace(token), token_hash: hashSecret(token) };
  return reader.first<RefreshRow>((db) => db('oauth_refresh_tokens').where(key));
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
