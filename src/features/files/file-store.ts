import type { Reader } from '../../platform/db/reader';
import { compiledStatement } from '../../platform/db/statements/compiled';
import type { WriteContext } from '../../platform/operation';
import type { FileRow } from '../../shared/file-store';

/** A file whose bytes are arriving. */
export interface PendingFile {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  /** When it is deleted if it is not complete by then. */
  readonly purgeAt: string;
}

/** Stores a pending file. */
export async function insertPendingFile(
  { transaction, workspaceId, actor, now }: WriteContext,
  { id, name, mediaType, purgeAt }: PendingFile,
): Promise<void> {
  await transaction.write((db) =>
    db('files').insert({
      workspace_id: workspaceId,
      id,
      name,
      media_type: mediaType,
      bytes: 0,
      created_by_actor_id: actor.id,
      created_at: now,
      purge_at: purgeAt,
    }),
  );
}

/** The number of unfinished uploads of the caller that began after `since`, at most `most`. */
export async function countUnfinished(
  { transaction, workspaceId, actor }: WriteContext,
  since: string,
  most: number,
): Promise<number> {
  const rows = await transaction.rows((db) =>
    db('files')
      .where({ workspace_id: workspaceId, created_by_actor_id: actor.id })
      .whereNull('completed_at')
      .where('created_at', '>', since)
      .limit(most)
      .select('id'),
  );
  return rows.length;
}

/** Deletes an unfinished upload. */
export async function deleteUnfinished(
  { transaction, workspaceId }: WriteContext,
  id: string,
): Promise<void> {
  await transaction.write((db) =>
    db('file_chunks').where({ workspace_id: workspaceId, file_id: id }).delete(),
  );
  await transaction.write((db) =>
    db('files').where({ workspace_id: workspaceId, id }).whereNull('completed_at').delete(),
  );
}

/** Locks a file until the transaction ends, so no record refers to it meanwhile. */
export async function lockFile(
  { transaction, workspaceId }: WriteContext,
  id: string,
): Promise<void> {
  await transaction.lock((db) =>
    db('files').where({ workspace_id: workspaceId, id }).select('id').forUpdate(),
  );
}

/** Whether a record refers to a file. */
export async function isReferredTo(
  { transaction, workspaceId }: WriteContext,
  id: string,
): Promise<boolean> {
  const row = await transaction.first((db) =>
    db('file_references').where({ workspace_id: workspaceId, file_id: id }).select('record_id'),
  );
  return row !== undefined;
}

/** Deletes a complete file with its bytes. */
export async function deleteFileRows(
  { transaction, workspaceId }: WriteContext,
  id: string,
): Promise<void> {
  await transaction.write((db) =>
    db('file_chunks').where({ workspace_id: workspaceId, file_id: id }).delete(),
  );
  await transaction.write((db) => db('files').where({ workspace_id: workspaceId, id }).delete());
}

/** A part of the bytes of a file. */
export interface Chunk {
  readonly fileId: string;
  readonly position: number;
  readonly content: Buffer;
}

/** Stores a chunk of a pending file. */
export async function insertChunk(
  { transaction, workspaceId }: WriteContext,
  { fileId, position, content }: Chunk,
): Promise<void> {
  await transaction.write((db) =>
    db('file_chunks').insert({ workspace_id: workspaceId, file_id: fileId, position, content }),
  );
}

/** Completes a pending file. Returns false if it is gone. */
export async function completeFile(
  { transaction, workspaceId, now }: WriteContext,
  { id, ...columns }: Pick<FileRow, 'id' | 'bytes' | 'sha256'> & { readonly purge_at: string },
): Promise<boolean> {
  const changed = await transaction.write((db) =>
    db('files')
      .where({ workspace_id: workspaceId, id })
      .whereNull('completed_at')
      .update({ ...columns, completed_at: now }),
  );
  return changed > 0;
}

const chunkAt = compiledStatement<'workspaceId' | 'fileId' | 'position'>((db, given) =>
  db('file_chunks')
    .where({
      workspace_id: given('workspaceId'),
      file_id: given('fileId'),
      position: given('position'),
    })
    .select('content'),
);

/** A chunk of a file; undefined if the file is gone. */
export async function findChunk(
  reader: Reader,
  key: { readonly workspaceId: string; readonly fileId: string; readonly position: number },
): Promise<Buffer | undefined> {
  const row = await reader.first<{ content: Buffer }>(chunkAt(key));
  return row?.content;
}
