import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import express from 'express';
import type { Request, Response } from 'express';
import { limits } from '../../../../generated/limits';
import type { OperationFacts } from '../../operation';
import { invalidValue, problem, type Problem } from '../../problems';
import { watchBodySize } from './body-size';
import { checkNames } from './duplicate-names';
import { announcesBody } from '../connections/early-response';
import { isDeeperThan } from './json-depth';
import { maxDepth, tooDeep } from './storable';

interface BodyLimit {
  readonly bytes: number;
  readonly name: string;
}

/** The largest body of a request that carries a credential (product section 2). */
const limitWithCredential: BodyLimit = limitOf(limits.body_bytes);

/** The largest body of an operation that takes no credential. */
const limitWithoutCredential: BodyLimit = limitOf(limits.open_body_bytes);

function limitOf(bytes: number): BodyLimit {
  const kibibytes = bytes / 1024;
  return { bytes, name: kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB` };
}

// The decompressed bytes of a body, while it is parsed.
const received = new WeakMap<IncomingMessage, Buffer>();

const parseLarge = parserOf(limitWithCredential);
const parseSmall = parserOf(limitWithoutCredential);

/**
 * Reads the JSON body of a request that is no GET, once it is known who sends it: undefined when
 * there is none. Both limits count the bytes of the decompressed body. Throws 415 for another media
 * type, 413 for too much, 400 for malformed JSON, for too many levels, for a field that stands
 * there twice and for a body that the operation does not take.
 */
export async function readBody(
  req: Request,
  res: Response,
  facts: OperationFacts,
): Promise<unknown> {
  if (!announcesBody(req)) return undefined;
  if (!isUtf8Json(req.get('content-type') ?? '')) {
    throw problem('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json, in UTF-8.');
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
    throw invalidValue('body', 'This operation takes no body.');
  }
  const bytes = received.get(req);
  received.delete(req);
  if (bytes !== undefined) checkNames(bytes.toString('utf8'));
  return req.body;
}

function parserOf({ bytes }: BodyLimit): ReturnType<typeof express.json> {
  return express.json({ limit: bytes, strict: true, type: () => true, verify: checkBytes });
}

// Before JSON.parse, which spends most of its time on brackets.
function checkBytes(req: IncomingMessage, _res: unknown, bytes: Buffer): void {
  if (!isUtf8(bytes)) throw new Error('not UTF-8');
  if (isDeeperThan(maxDepth, bytes)) {
    throw Object.assign(new Error('too deep'), { type: 'entity.too.deep' });
  }
  received.set(req, bytes);
}

function isUtf8Json(type: string): boolean {
  const [name = '', ...parameters] = type.split(';').map((part) => part.trim().toLowerCase());
  return (
    name === 'application/json' &&
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

// What zlib and Brotli throw at bytes that are not theirs; body-parser marks it as the sender's fault and names no type.
function isDecompressionFault(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 400;
}

function malformed(): Problem {
  const message = 'The body is not well-formed JSON: it must be one JSON object.';
  return problem('MALFORMED_JSON', message, {
    issues: [{ path: 'body', code: 'MALFORMED_JSON', message }],
  });
}
