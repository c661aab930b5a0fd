import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { limits } from '../../../generated/limits';
import type { components } from '../../../generated/types';
import { hasBody } from '../../platform/http/connections/open-connections';
import { splitUnquoted, unquoted } from '../../platform/http/requests/request-head';
import type { WriteContext, WriteHandler } from '../../platform/operation';
import { type ErrorCode, problem, Problem, invalidValue } from '../../platform/problems';
import type { ProtocolContext, ProtocolHandler, ProtocolReply } from '../../platform/protocol';
import { addMilliseconds, MINUTE, SECOND } from '../../platform/time';
import { deferred } from '../../platform/turns';
import {
  findUploadUrl,
  insertUploadUrl,
  redeemUploadUrl,
  uploadUrlNotValid,
} from '../../shared/file-store';
import { findPlan, lockPlan, storageFault } from '../../shared/plans';
import { newWorkspaceSecret } from '../../shared/tokens';
import { cleanName, mediaTypeOf } from './file-rules';
import {
  completeFile,
  countUnfinished,
  deleteUnfinished,
  insertChunk,
  insertPendingFile,
} from './file-store';

/** A file of which the first chunk has arrived. */
interface Upload {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
}

/** Stores a file of the caller. */
export const uploadFile: ProtocolHandler = async ({ message }, ctx) => {
  if (ctx.storageFault !== undefined) throw ctx.storageFault;
  const { name, bytes } = await openUpload(message);
  return receive(ctx, { name: cleanName(name), bytes, redeem: () => Promise.resolve() });
};

/** Gives an agent a URL for one upload. The database has the hash of its secret only. */
export const createUpload: WriteHandler<'createUpload'> = async ({ body }, ctx) => {
  const { workspaceId, actor, now, settings } = ctx;
  if (actor.kind !== 'agent') throw problem('WRONG_ACTOR', 'Only agents get URLs for uploads.');
  const secret = newWorkspaceSecret('cbu', workspaceId);
  const expiresAt = addMilliseconds(now, limits.upload_url_seconds * SECOND);
  const name = body.name ?? null;
  await insertUploadUrl(ctx, { secret, tokenId: actor.tokenId, name, expiresAt });
  const path = `v1/uploads/${secret}`;
  // The endpoint for tools is beside `v1`.
  const url = settings.mcpUrl === null ? `/${path}` : new URL(path, settings.mcpUrl).href;
  return { status: 201, body: { url, expires_at: expiresAt } };
};

/** Stores the file of a URL for one upload, which its completion uses up. */
export const uploadOnce: ProtocolHandler = async ({ message, path }, ctx) => {
  if (ctx.storageFault !== undefined) throw ctx.storageFault;
  const secret = String(path['token']);
  const url = await findUploadUrl(ctx.reading.reader, secret, ctx.now);
  if (url === undefined) throw uploadUrlNotValid();
  const { name, bytes } = await openUpload(message, { takesAny: true });
  const redeem = (write: WriteContext) => redeemUploadUrl(write, secret);
  try {
    return await receive(ctx, { name: cleanName(url.name ?? name), bytes, redeem });
  } catch (error) {
    // The agent was paused or its token revoked meanwhile.
    const isEnded = error instanceof Problem && endedCodes.includes(error.code);
    throw isEnded ? uploadUrlNotValid() : error;
  }
};

const endedCodes: readonly ErrorCode[] = ['UNAUTHENTICATED', 'AGENT_NOT_ACTIVE'];

interface Arriving {
  readonly name: string;
  readonly bytes: AsyncIterable<Buffer>;
  /** Runs in the transaction that completes the file. */
  readonly redeem: (ctx: WriteContext) => Promise<void>;
}

/**
 * Stores a file while it arrives. Each chunk has its own transaction, so no connection of the
 * database waits for the client. The last chunk is stored with the completion of the file, so a
 * small file takes one transaction. An upload that fails leaves nothing.
 */
async function receive(
  ctx: ProtocolContext,
  { name, bytes: source, redeem }: Arriving,
): Promise<ProtocolReply> {
  const id = ctx.newId('fil');
  const hash = createHash('sha256');
  let upload: Upload | undefined;
  let [bytes, position] = [0, 0];
  let waiting: Buffer | undefined;
  try {
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
      await checkRoom(write, last.content.length);
      await addChunk(write, file, last);
      await redeem(write);
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
  } catch (error) {
    // The purge deletes what this cannot.
    if (position > 0)
      await ctx.write((write) => deleteUnfinished(write, id)).catch(() => undefined);
    throw error;
  }
}

interface Part {
  readonly position: number;
  readonly content: Buffer;
}

type Write = ProtocolContext['write'];

function storeChunk(write: Write, upload: Upload, part: Part): Promise<void> {
  return write(async (ctx) => {
    if (part.position === 0) await checkUnfinished(ctx);
    await addChunk(ctx, upload, part);
  });
}

/** Throws 429 if the caller has as many unfinished uploads as are allowed. */
async function checkUnfinished(ctx: WriteContext): Promise<void> {
  // Two requests of one actor must not both count before either inserts.
  await lockPlan(ctx.transaction, ctx.workspaceId);
  const most = limits.file_uploads;
  // An older one ended with its server, because every request has two minutes to arrive.
  const since = addMilliseconds(ctx.now, -2 * MINUTE);
  if ((await countUnfinished(ctx, since, most)) < most) return;
  const text = `You have ${most} unfinished uploads. Try again when one of them has ended.`;
  throw problem('TOO_MANY_UPLOADS', text, { headers: { 'Retry-After': '5' } });
}

/** Throws 403 if the workspace would store more than it may with the last bytes of a file. */
async function checkRoom(ctx: WriteContext, bytes: number): Promise<void> {
  const limit = ctx.settings.storedBytes;
  if (limit === null) return;
  // Of two uploads at once, the second one waits here and counts the first one.
  await lockPlan(ctx.transaction, ctx.workspaceId);
  const stored = await findPlan(ctx.transaction, ctx.workspaceId);
  const total = stored.bytes + bytes;
  const fault = total > limit ? storageFault({ ...stored, bytes: total }, limit) : undefined;
  if (fault !== undefined) throw fault;
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

/** A file as it arrives: its name as the sender gave it, and its bytes. */
interface IncomingFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Buffer>;
}

const form = 'multipart/form-data';
const raw = 'application/octet-stream';

/**
 * The file of a request. Throws 415 for another media type unless it `takesAny`, 413 if the request
 * is too large by its `Content-Length`, and 400 for a form without a file. The bytes throw 413 or 400
 * when they arrive.
 */
async function openUpload(
  message: IncomingMessage,
  { takesAny = false }: { readonly takesAny?: boolean } = {},
): Promise<IncomingFile> {
  const { headers } = message;
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  const isForm = type.trim().toLowerCase() === form;
  const encoding = headers['content-encoding'] ?? 'identity';
  const isRaw = takesAny || type.trim().toLowerCase() === raw;
  if ((!isForm && !isRaw) || encoding !== 'identity') {
    throw problem('UNSUPPORTED_MEDIA_TYPE', `Send the file as ${raw} or ${form}, uncompressed.`);
  }
  if (!hasBody(message)) throw emptyFile();
  // The parts of a form have headers.
  const most = limits.file_bytes + (isForm ? limits.body_bytes : 0);
  if (Number(headers['content-length'] ?? 0) > most) throw tooLarge();
  if (isForm) return openForm(message);
  return { name: rawName(message), bytes: atMost(bodyOf(message)) };
}

/** 400 for a file without bytes. */
function emptyFile(): Problem {
  return invalidValue('body', 'The file is empty. Send at least one byte.');
}

function tooLarge(): Problem {
  const { file_bytes: bytes } = limits;
  return problem('PAYLOAD_TOO_LARGE', `The file is larger than ${bytes / 2 ** 20} MiB.`, {
    details: { limit_bytes: bytes },
  });
}

function endsEarly(): Problem {
  return invalidValue('body', 'The body ends before the file does. Send the whole file.');
}

// The connection stays open after an early end, for the response.
async function* bodyOf(message: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const bytes of message.iterator({ destroyOnReturn: false })) yield asBuffer(bytes);
  } catch {
    throw endsEarly();
  }
}

function asBuffer(bytes: unknown): Buffer {
  if (!Buffer.isBuffer(bytes)) throw new Error('The bytes of a request have been decoded.');
  return bytes;
}

async function* atMost(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let received = 0;
  for await (const bytes of source) {
    received += bytes.length;
    if (received > limits.file_bytes) throw tooLarge();
    yield bytes;
  }
}

function rawName({ url = '', headers }: IncomingMessage): string {
  const given = new URL(url, 'http://callboard').searchParams.get('filename');
  return given ?? nameIn(headers['content-disposition'] ?? '') ?? '';
}

// RFC 6266, 4.3: `filename*` comes before `filename`. Clients send UTF-8 in both.
function nameIn(disposition: string): string | undefined {
  const [, ...parameters] = splitUnquoted(disposition, ';').map((part) => part.trim());
  const valueOf = (name: string): string | undefined =>
    parameters
      .find((part) => part.toLowerCase().startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .trim();
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(valueOf('filename*') ?? '') ?? [];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      throw invalidValue('header/Content-Disposition', 'filename* must be percent-encoded UTF-8.');
    }
  }
  const plain = valueOf('filename');
  // Node reads the bytes of a header as Latin-1.
  return plain === undefined ? undefined : Buffer.from(unquoted(plain), 'latin1').toString();
}

const maxFields = 20;

/** The file of a form. Its other parts are read and dropped. */
async function openForm(message: IncomingMessage): Promise<IncomingFile> {
  const parser = parserOf(message);
  const found = deferred<IncomingFile>();
  const finished = deferred<void>();
  const fail = (): void => {
    found.reject(endsEarly());
    finished.reject(endsEarly());
  };
  parser.on('error', fail);
  parser.once('file', (_field: string, stream: BusboyFileStream, name: string) => {
    stream.on('error', fail);
    message.once('close', () => {
      if (!message.complete) stream.destroy(endsEarly());
    });
    const stop = (): void => void message.unpipe(parser);
    found.resolve({ name, bytes: atMost(partOf(stream, finished.promise, stop)) });
  });
  parser.once('fieldsLimit', () => {
    const text = `The form has more than ${maxFields} fields before its file. Send the file first.`;
    found.reject(invalidValue('body', text));
  });
  parser.once('filesLimit', () => {
    finished.reject(invalidValue('body', 'The form has several files. Send each in a request.'));
  });
  parser.once('finish', () => {
    finished.resolve();
    found.reject(invalidValue('body', 'The form has no file. Send a part with a file name.'));
  });
  message.once('close', () => {
    if (!message.complete) fail();
  });
  message.pipe(parser);
  try {
    return await found.promise;
  } catch (error) {
    message.unpipe(parser);
    throw error;
  }
}

function parserOf({ headers }: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: {
        files: 1,
        fields: maxFields,
        parts: maxFields + 2,
        fieldSize: 65_536,
        headerPairs: 20,
      },
    });
  } catch {
    throw invalidValue('header/Content-Type', 'The Content-Type of a form must name its boundary.');
  }
}

// The file is complete when the form is.
async function* partOf(
  stream: AsyncIterable<unknown>,
  finished: Promise<void>,
  stop: () => void,
): AsyncGenerator<Buffer> {
  try {
    for await (const bytes of stream) yield asBuffer(bytes);
    await finished;
  } catch (error) {
    throw error instanceof Problem ? error : endsEarly();
  } finally {
    stop();
  }
}
