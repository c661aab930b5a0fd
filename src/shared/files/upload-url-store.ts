import { purgeByAge } from '../../platform/db/purge';
import type { Reader } from '../../platform/db/reader';
import type { WriteContext } from '../../platform/operation';
import { problem, type Problem } from '../../platform/problems';
import { hashSecret, namedWorkspace } from '../tokens';

/** A URL of one upload: the token that asked for it, and the name of the file. */
export interface UploadUrl {
  readonly workspace_id: string;
  readonly public_id: string;
  readonly name: string | null;
}

const keyOf = (secret: string) => ({
  secret_hash: hashSecret(secret),
  workspace_id: namedWorkspace(secret).workspace_id ?? '',
});

/** Stores the hash of the secret of a URL that acts with a token of an agent. */
export async function insertUploadUrl(
  { transaction, workspaceId }: WriteContext,
  url: {
    readonly secret: string;
    readonly tokenId: string;
    readonly name: string | null;
    readonly expiresAt: string;
  },
): Promise<void> {
  const token = await transaction.first<{ public_id: string }>((db) =>
    db('tokens').where({ workspace_id: workspaceId, id: url.tokenId }).select('public_id'),
  );
  const row = { ...keyOf(url.secret), public_id: token?.public_id ?? '', name: url.name };
  await transaction.write((db) => db('upload_urls').insert({ ...row, expires_at: url.expiresAt }));
}

/** The URL of a secret, or undefined if it is unknown, used or expired. */
export function findUploadUrl(
  reader: Reader,
  secret: string,
  now: string,
): Promise<UploadUrl | undefined> {
  return reader.first<UploadUrl>((db) =>
    db('upload_urls')
      .where(keyOf(secret))
      .whereNull('used_at')
      .where('expires_at', '>', now)
      .select('workspace_id', 'public_id', 'name'),
  );
}

/** Uses a URL up. Throws 404 if another upload has: the database decides. */
export async function redeemUploadUrl(
  { transaction, now }: WriteContext,
  secret: string,
): Promise<void> {
  const used = await transaction.write((db) =>
    db('upload_urls').where(keyOf(secret)).whereNull('used_at').update({ used_at: now }),
  );
  if (used === 0) throw uploadUrlNotValid();
}

/** 404 for every URL that takes no upload, so the response does not tell why. */
export function uploadUrlNotValid(): Problem {
  return problem(
    'NOT_FOUND',
    'The upload URL is used or expired, or does not exist. Ask for a new one.',
  );
}

/** Deletes expired URLs, used or not. */
export const uploadUrlPurge = purgeByAge('upload_urls', 'expires_at', 0);
