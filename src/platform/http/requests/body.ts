import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import express, { type Request, type Response } from 'express';
import { limits } from '../../../../generated/limits';
import type { OperationFacts } from '../../operation';
import { invalidValue, problem, type Problem } from '../../problems';
import { hasBody } from '../connections/open-connections';
import { checkDuplicateNames, isDeeperThan, maxJsonDepth, tooDeep } from './json-checks';
import { splitUnquoted } from './request-head';

interface BodyLimit {
  readonly bytes: number;
  readonly name: string;
}

/** The largest body of an operation that requires a credential. */
const limitWithCredential: BodyLimit = limitOf(limits.body_bytes);

/** The largest body of an operation without credentials. */
const limitWithoutCredential: BodyLimit = limitOf(limits.open_body_bytes);

function limitOf(bytes: number): BodyLimit {
  const kibibytes = bytes / 1024;
  return { bytes, name: kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB` };
}

// The decompressed bytes of each body while it is parsed.
const bodyBytes = new WeakMap<IncomingMessage, Buffer>();

const parseLarge = parserOf(limitWithCredential);
const parseSmall = parserOf(limitWithoutCredential);
const readLarge = rawReaderOf(limitWithCredential);
const readSmall = rawReaderOf(limitWithoutCredential);

/**
 * Reads the JSON body of an authenticated request; undefined when there is none. The limits apply
 * to the decompressed body. Throws 415 for another media type, 413 for a body that is too large,
 * and 400 for malformed JSON, too many levels, duplicate fields and a body that the operation does
 * not accept.
 */
export async function readBody(
  req: Request,
  res: Response,
  facts: OperationFacts,
): Promise<unknown> {
  if (!hasBody(req)) return undefined;
  const types = facts.hasBody ? facts.consumes : ['application/json'];
  if (!types.some((type) => isUtf8Of(type, req.get('content-type') ?? ''))) {
    const message = `Send the body as ${types.join(' or ')}, in UTF-8.`;
    throw problem('UNSUPPORTED_MEDIA_TYPE', message);
  }
  const hasCredential = facts.security.length > 0;
  const limit = hasCredential ? limitWithCredential : limitWithoutCredential;
  const parse = hasCredential ? parseLarge : parseSmall;
  await new Promise<void>((resolve, reject) => {
    watchBodySize(req, limit.bytes, () => reject(tooLarge(limit)));
    parse(req, res, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(bodyProblem(error, limit));
    });
  });
  if (!facts.hasBody) {
    throw invalidValue('body', 'This operation accepts no body.');
  }
  const bytes = bodyBytes.get(req);
  bodyBytes.delete(req);
  if (bytes !== undefined) checkDuplicateNames(bytes.toString('utf8'));
  return req.body;
}

/**
 * Reads the body of an operation that speaks another protocol, as text; undefined when there is
 * none. Throws 415 for a media type that the operation does not have, and 413 for a body that is
 * too large. The feature judges everything else.
 */
export async function readText(
  req: Request,
  res: Response,
  facts: OperationFacts,
): Promise<string | undefined> {
  if (!hasBody(req)) return undefined;
  const unsupported = (): Problem =>
    problem(
      'UNSUPPORTED_MEDIA_TYPE',
      `Send the body as ${facts.consumes.join(' or ')}, in UTF-8, as it is or compressed.`,
    );
  if (!facts.consumes.some((type) => isUtf8Of(type, req.get('content-type') ?? ''))) {
    throw unsupported();
  }
  const hasCredential = facts.security.length > 0;
  const limit = hasCredential ? limitWithCredential : limitWithoutCredential;
  const read = hasCredential ? readLarge : readSmall;
  await new Promise<void>((resolve, reject) => {
    watchBodySize(req, limit.bytes, () => reject(tooLarge(limit)));
    read(req, res, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(bodyProblem(error, limit));
    });
  });
  const bytes: unknown = req.body;
  if (!Buffer.isBuffer(bytes) || !isUtf8(bytes)) throw unsupported();
  return bytes.toString('utf8');
}

function rawReaderOf({ bytes }: BodyLimit): ReturnType<typeof express.raw> {
  return express.raw({ limit: bytes, type: () => true });
}

function parserOf({ bytes }: BodyLimit): ReturnType<typeof express.json> {
  return express.json({ limit: bytes, strict: true, type: () => true, verify: checkBytes });
}

// Runs before JSON.parse, which is slow for deeply nested text.
function checkBytes(req: IncomingMessage, _res: unknown, bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new Error('not UTF-8');
  if (isDeeperThan(maxJsonDepth, bytes)) {
    throw Object.assign(new Error('too deep'), { type: 'entity.too.deep' });
  }
  bodyBytes.set(req, bytes);
}

function isUtf8Of(type: string, sent: string): boolean {
  const parts = splitUnquoted(sent, ';').map((part) => part.trim().toLowerCase());
  const [name = '', ...parameters] = parts;
  return (
    name === type &&
    parameters.every((part) => !part.startsWith('charset=') || /^charset="?utf-?8"?$/.test(part))
  );
}

function tooLarge({ bytes, name }: BodyLimit): Problem {
  return problem('PAYLOAD_TOO_LARGE', `The body is larger than ${name}.`, {
    details: { limit_bytes: bytes },
  });
}

function bodyProblem(error: unknown, limit: BodyLimit): unknown {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : '';
  switch (type) {
    case 'entity.too.large':
      return tooLarge(limit);
    case 'entity.too.deep':
      return tooDeep('body', 'body');
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return problem('UNSUPPORTED_MEDIA_TYPE', 'Send the body in UTF-8, as it is or compressed.');
    case 'entity.parse.failed':
    case 'entity.verify.failed':
    case 'request.aborted':
    case 'request.size.invalid':
      return malformed();
    default:
      return isDecompressionFault(error) ? malformed() : error;
  }
}

// Invalid compressed data: body-parser gives these errors of zlib and Brotli a status and no type.
function isDecompressionFault(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 400;
}

function malformed(): Problem {
  const message = 'The body is not well-formed JSON: it must be one JSON object.';
  return problem('MALFORMED_JSON', message, {
    issues: [{ path: 'body', code: 'MALFORMED_JSON', message }],
  });
}

/**
 * Calls `exceeded` as soon as the Content-Length or the received bytes exceed `maxBytes`.
 * body-parser reports this only after it has read the whole body.
 */
function watchBodySize(req: Request, maxBytes: number, exceeded: () => void): void {
  if (Number(req.get('content-length') ?? 0) > maxBytes) {
    exceeded();
    return;
  }
  let received = 0;
  const count = (bytes: Buffer): void => {
    received += bytes.length;
    if (received <= maxBytes) return;
    req.off('data', count);
    exceeded();
  };
  req.on('data', count);
}
