import { createHash } from 'node:crypto';
import { limits } from '../../../generated/limits';
import type { components } from '../../../generated/types';
import type { WriteContext } from '../../platform/operation';
import { problem } from '../../platform/problems';
import type { ProtocolHandler } from '../../platform/protocol';
import { addMilliseconds, SECOND } from '../../platform/time';
import { cleanName, mediaTypeOf } from './file-rules';
import { completeFile, insertChunk, insertPendingFile } from './file-store';
import { emptyFile, openUpload } from './upload-body';

/** A file of which the first chunk has arrived. */
interface Upload {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
}

/**
 * Stores a file while it arrives. Each chunk has its own transaction, so no connection of the
 * database waits for the client. The last chunk is stored with the completion of the file, so a
 * small file takes one transaction.
 */
export const uploadFile: ProtocolHandler = async ({ message }, ctx) => {
  if (ctx.storageFault !== undefined) throw ctx.storageFault;
  const { name: given, bytes: source } = await openUpload(message);
  const id = ctx.newId('fil');
  const name = cleanName(given);
  const hash = createHash('sha256');
  let upload: Upload | undefined;
  let [bytes, position] = [0, 0];
  let waiting: Buffer | undefined;
  for await (const content of chunksOf(source, limits.file_chunk_bytes)) {
    if (upload !== undefined && waiting !== undefined) {
      await storeChunk(ctx.write, upload, { position, content: waiting });
      position += 1;
    }
    upload ??= { id, name, mediaType: mediaTypeOf(content) };
    hash.update(content);
    bytes += content.length;
    waiting = content;
  }
  if (upload === undefined || waiting === undefined) throw emptyFile();
  const [file, last] = [upload, { position, content: waiting }];
  const sha256 = hash.digest('hex');
  const actorId = await ctx.write(async (write) => {
    await addChunk(write, file, last);
    const purgeAt = addMilliseconds(write.now, limits.file_unused_seconds * SECOND);
    if (!(await completeFile(write, { id, bytes, sha256, purge_at: purgeAt }))) {
      throw problem('UNAVAILABLE', 'The file took too long to arrive. Send it again.', {
        headers: { 'Retry-After': '1' },
      });
    }
    return write.actor.id;
  });
  const body: components['schemas']['File'] = {
    id,
    name,
    media_type: file.mediaType,
    bytes,
    sha256,
    created_by_actor_id: actorId,
    created_at: ctx.now,
  };
  return { status: 201, body };
};

interface Part {
  readonly position: number;
  readonly content: Buffer;
}

type Write = Parameters<ProtocolHandler>[1]['write'];

function storeChunk(write: Write, upload: Upload, part: Part): Promise<void> {
  return write((ctx) => addChunk(ctx, upload, part));
}

async function addChunk(ctx: WriteContext, upload: Upload, part: Part): Promise<void> {
  if (part.position === 0) {
    const purgeAt = addMilliseconds(ctx.now, limits.file_pending_seconds * SECOND);
    await insertPendingFile(ctx, { ...upload, purgeAt });
  }
  await insertChunk(ctx, { fileId: upload.id, ...part });
}

/** The bytes in chunks of `size`; the last one may be shorter. */
async function* chunksOf(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const bytes of source) {
    let rest = bytes;
    while (length + rest.length >= size) {
      const taken = size - length;
      yield Buffer.concat([...parts, rest.subarray(0, taken)]);
      rest = rest.subarray(taken);
      [parts, length] = [[], 0];
    }
    if (rest.length > 0) parts.push(rest);
    length += rest.length;
  }
  if (length > 0) yield Buffer.concat(parts);
}
