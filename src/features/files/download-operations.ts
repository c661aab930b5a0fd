import type { ServerResponse } from 'node:http';
import { limits } from '../../../generated/limits';
import type { components } from '../../../generated/types';
import type { Reader } from '../../platform/db/reader';
import { int } from '../../platform/db/statements/columns';
import { etagOf } from '../../platform/http/responses/response';
import type { ReadContext, ReadHandler, WriteHandler } from '../../platform/operation';
import { notFound, problem } from '../../platform/problems';
import type { ProtocolHandler } from '../../platform/protocol';
import { SECOND } from '../../platform/time';
import { type FileRow, findVisibleFile, type Viewer } from '../../shared/file-store';
import { type ByteRange, dispositionOf, isShown, rangeOf } from './file-rules';
import { deleteFileRows, findChunk, isReferredTo, lockFile } from './file-store';

/** Describes a file. A file never changes, so its version is always the first. */
export const getFile: ReadHandler<'getFile'> = async ({ path }, ctx) => {
  const row = await getVisibleFile(ctx.reader, ctx, path.id);
  const body: components['schemas']['File'] = {
    id: row.id,
    name: row.name,
    media_type: row.media_type,
    bytes: int(row.bytes),
    sha256: row.sha256,
    created_by_actor_id: row.created_by_actor_id,
    created_at: row.created_at,
  };
  return { status: 200, body, headers: { ETag: etagOf(1) } };
};

/** Deletes a file of the caller that no record refers to. */
export const deleteFile: WriteHandler<'deleteFile'> = async ({ path: { id } }, ctx) => {
  const { transaction, actor } = ctx;
  // A record that is about to refer to the file has locked it, or waits and then finds it deleted.
  await lockFile(ctx, id);
  const file = await getVisibleFile(transaction, ctx, id);
  if (await isReferredTo(ctx, id)) {
    const text = 'A record refers to the file. Remove the id from its file_ids first.';
    throw problem('FILE_IN_USE', text);
  }
  if (file.created_by_actor_id !== actor.id) {
    throw problem('FORBIDDEN', 'Only the uploader of a file may delete it.');
  }
  await deleteFileRows(ctx, id);
  return { status: 204 };
};

async function getVisibleFile(reader: Reader, viewer: Viewer, id: string): Promise<FileRow> {
  const row = await findVisibleFile(reader, viewer, id);
  if (row === undefined) throw notFound('file', id);
  return row;
}

/** Sends the bytes of a file, or a range of them, chunk by chunk. */
export const downloadFile: ProtocolHandler = async ({ message, path }, ctx) => {
  const file = await getVisibleFile(ctx.reading.reader, ctx.reading, String(path['id']));
  const size = int(file.bytes);
  const etag = `"${file.sha256}"`;
  const { range, 'if-range': condition } = message.headers;
  const part = condition === undefined || condition === etag ? rangeOf(range, size) : undefined;
  if (part === null) {
    throw problem('RANGE_NOT_SATISFIABLE', `The file has ${size} bytes.`, {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  }
  const { first, last } = part ?? { first: 0, last: size - 1 };
  const isHead = message.method === 'HEAD';
  return {
    status: part === undefined ? 200 : 206,
    contentType: isShown(file.media_type) ? file.media_type : 'application/octet-stream',
    headers: {
      ETag: etag,
      'Accept-Ranges': 'bytes',
      'Content-Length': String(last - first + 1),
      ...(part !== undefined && { 'Content-Range': `bytes ${first}-${last}/${size}` }),
      'Content-Disposition': dispositionOf(file.name, file.media_type),
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-site',
    },
    stream: (response) => {
      if (isHead) response.end();
      else void sendChunks(ctx.reading, file.id, { first, last }, response);
    },
  };
};

// One chunk at a time, so a slow client costs the memory of one chunk.
async function sendChunks(
  { reader, workspaceId, log }: ReadContext,
  fileId: string,
  { first, last }: ByteRange,
  response: ServerResponse,
): Promise<void> {
  const size = limits.file_chunk_bytes;
  try {
    for (let position = Math.floor(first / size); position * size <= last; position += 1) {
      const chunk = await findChunk(reader, { workspaceId, fileId, position });
      const start = position * size;
      if (chunk === undefined || chunk.length <= Math.min(last - start, size - 1)) {
        throw new Error('A chunk of a file is missing or too short.');
      }
      const part = chunk.subarray(Math.max(0, first - start), last - start + 1);
      if (!response.write(part) && !(await hasDrained(response))) return;
    }
    response.end();
  } catch (error) {
    // The client notices, because the response is shorter than its Content-Length.
    log.warn({ err: error }, 'A download ended early');
    response.destroy();
  }
}

// Resolves with false when the connection closes, or after the time that streams have too.
function hasDrained(response: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    if (response.closed) {
      resolve(false);
      return;
    }
    const timer = setTimeout(() => response.destroy(), limits.stream_drain_seconds * SECOND);
    const end = (isOpen: boolean) => (): void => {
      clearTimeout(timer);
      response.off('drain', drained);
      response.off('close', closed);
      resolve(isOpen);
    };
    const drained = end(true);
    const closed = end(false);
    response.once('drain', drained);
    response.once('close', closed);
  });
}
