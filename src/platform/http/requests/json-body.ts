import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import express, { type Request, type Response } from 'express';
import { limits } from '../../../../generated/limits';
import type { OperationFacts } from '../../operation';
import { invalidValue, problem, type Problem } from '../../problems';
import { hasBody } from '../connections/open-connections';
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
  const path = bytes === undefined ? undefined : duplicateField(bytes.toString('utf8'));
  if (path !== undefined) {
    throw invalidPart(path, 'The body has this field twice. Send it once.');
  }
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

/** The maximum nesting depth of arrays and objects in a body. */
export const maxJsonDepth: number = limits.body_levels;

/**
 * Throws 400 for values that the databases cannot store: NUL characters (PostgreSQL manual, 8.3),
 * lone surrogates, numbers too large for a double, and nesting beyond 100 levels. `where` is
 * `body`, `query` or `path`. It uses no recursion, so deep nesting cannot overflow the stack.
 */
export function checkStorableValues(where: string, value: unknown): void {
  if (!hasStorableValues(value)) throwFirstFault(where, value);
}

// Builds no paths: for half a million values that would block the event loop for a second.
function hasStorableValues(root: unknown): boolean {
  let level: object[] = [];
  if (!isStorableValue(root, level)) return false;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= maxJsonDepth) return false;
    const next: object[] = [];
    for (const value of level) if (!hasStorableParts(value, next)) return false;
    level = next;
  }
  return true;
}

function hasStorableParts(value: object, objects: object[]): boolean {
  if (Array.isArray(value)) return value.every((item) => isStorableValue(item, objects));
  // For 100,000 keys this takes half the time of Object.entries.
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    if (!isStorableText(key) || !isStorableValue(Reflect.get(value, key), objects)) return false;
  }
  return true;
}

// Adds objects to `objects`; their parts are checked with the next level.
function isStorableValue(value: unknown, objects: object[]): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'object' && value !== null) objects.push(value);
  return typeof value !== 'string' || isStorableText(value);
}

/** Whether both databases can store the text: it has no NUL character and no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function throwFirstFault(where: string, value: unknown): void {
  const rest: { path: string; value: unknown; depth: number }[] = [
    { path: where, value, depth: 0 },
  ];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (typeof node.value === 'string') checkText(node.path, node.value);
    if (typeof node.value === 'number' && !Number.isFinite(node.value)) {
      throw invalidPart(node.path, 'This number is too large.');
    }
    if (typeof node.value !== 'object' || node.value === null) continue;
    if (node.depth >= maxJsonDepth) {
      throw tooDeep(where, node.path);
    }
    for (const [key, child] of Object.entries(node.value)) {
      const path = `${node.path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      checkText(path, key);
      rest.push({ path, value: child, depth: node.depth + 1 });
    }
  }
}

/** 400 for more than `maxJsonDepth` levels; `path` is the first value that is too deep. */
function tooDeep(where: string, path: string): Problem {
  return invalidPart(path, `${where} is nested more than ${maxJsonDepth} levels deep.`);
}

function checkText(path: string, text: string): void {
  if (text.includes('\0')) throw invalidPart(path, 'Text must not contain NUL characters.');
  if (!text.isWellFormed()) throw invalidPart(path, 'Text must be well-formed Unicode.');
}

/** 400 for a part of a request; a long path is shortened. */
function invalidPart(path: string, message: string): Problem {
  const shown = path.length > 500 ? `${path.slice(0, 500)}…` : path;
  return invalidValue(shown.toWellFormed().replaceAll('\0', '\uFFFD'), message);
}

/**
 * Whether JSON text in UTF-8 nests arrays and objects more than `limit` levels deep. Call it before
 * JSON.parse, which takes a hundred times longer for two mebibytes of brackets. The result is
 * undefined for text that is not JSON.
 */
export function isDeeperThan(limit: number, json: Uint8Array): boolean {
  if (json.length <= limit) return false;
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (isInString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isInString = false;
    } else if (byte === quote) {
      isInString = true;
    } else if (byte === openBracket || byte === openBrace) {
      depth += 1;
      if (depth > limit) return true;
    } else if (byte === closeBracket || byte === closeBrace) {
      depth -= 1;
    }
  }
  return false;
}

/** An open object or array. */
interface Level {
  readonly isArray: boolean;
  /** The member names of an object so far; a Set when there are many. */
  names: string[] | Set<string>;
  /** The current member name or array index. */
  key: string | number;
}

const maxNamesInArray = 16;

/**
 * The path of the first member, `body/...`, whose name another member of its object has too;
 * undefined if there is none. JSON.parse uses the last, another parser may use the first (RFC 8259,
 * 4). The text is well-formed JSON. Takes linear time.
 */
export function duplicateField(text: string): string | undefined {
  const levels: Level[] = [];
  let level: Level | undefined;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case quote: {
        const start = index;
        index = endOfString(text, start + 1);
        if (level === undefined || level.isArray || !isName(text, index + 1)) break;
        level.key = nameOf(text, start, index);
        if (!addName(level, level.key)) return pathOf(levels);
        break;
      }
      case openBrace:
        level = { isArray: false, names: [], key: '' };
        levels.push(level);
        break;
      case openBracket:
        level = { isArray: true, names: noNames, key: 0 };
        levels.push(level);
        break;
      case closeBrace:
      case closeBracket:
        levels.pop();
        level = levels.at(-1);
        break;
      case comma:
        if (typeof level?.key === 'number') level.key += 1;
    }
  }
  return undefined;
}

const noNames: string[] = [];

/** The index of the quote that closes the string. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before -= 1;
  return (at - before) % 2 === 0;
}

// In an object, a string followed by a colon is a name.
function isName(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  return text.charCodeAt(at) === colon;
}

function nameOf(text: string, start: number, end: number): string {
  const name = text.slice(start + 1, end);
  return name.includes('\\') ? String(JSON.parse(text.slice(start, end + 1))) : name;
}

function addName(level: Level, name: string): boolean {
  if (Array.isArray(level.names)) {
    if (level.names.includes(name)) return false;
    level.names.push(name);
    if (level.names.length > maxNamesInArray) level.names = new Set(level.names);
    return true;
  }
  return level.names.size < level.names.add(name).size;
}

function pathOf(levels: readonly Level[]): string {
  const parts = levels.map(({ key }) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'));
  return ['body', ...parts].join('/');
}

/** The codes of JSON's structural characters (RFC 8259, 2), in UTF-8 as in UTF-16. */
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
