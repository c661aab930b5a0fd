import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { limits } from '../../../generated/limits';
import { deferred } from '../../platform/turns';
import { hasBody } from '../../platform/http/connections/open-connections';
import { splitUnquoted, unquoted } from '../../platform/http/requests/request-head';
import { invalidValue, problem, type Problem } from '../../platform/problems';

/** A file as it arrives: its name as the sender gave it, and its bytes. */
export interface IncomingFile {
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
export async function openUpload(
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
export function emptyFile(): Problem {
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

/** The first file of a form. Its other parts are read and dropped. */
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
      limits: { files: 1, fields: 20, parts: 21, fieldSize: 65_536, headerPairs: 20 },
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
  } catch {
    throw endsEarly();
  } finally {
    stop();
  }
}
