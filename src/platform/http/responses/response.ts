import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import Negotiator from 'negotiator';
import { type CodedCopies, type Coding, codings } from '../../coded-copies';
import { fitting, maxPageBytes, shorterPage } from '../../early-end';
import { valueAtPointer } from '../../json';
import type { MinimalResponse, SendStream, SessionCookie } from '../../operation';
import { problem, type Problem } from '../../problems';
import { limitUnreadBody } from '../connections/open-connections';
import {
  type CookieScope,
  type PresentedCookie,
  writeDeviceCookie,
  writeSessionCookies,
} from '../cookies';
import type { Exchange } from '../exchange';
import { splitUnquoted, unquoted } from '../requests/request-head';

/**
 * The version of a record as a handler sets it as `ETag`, and compares it with `If-Match`: `"3"`. The
 * platform completes the tag and takes the header apart (`versionsOf`).
 */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/**
 * Compares `If-Match` with the record's version (RFC 9110, 13.1.1: strong comparison, `*` matches
 * any version). Throws 412 `STALE_VERSION` with `details.current_version`. An absent header passes.
 */
export function checkIfMatch(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined) return;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (tags.includes('*') || tags.includes(etagOf(version))) return;
  throw problem(
    'STALE_VERSION',
    `The record has version ${version} now. Read it again and repeat your change.`,
    { details: { current_version: version } },
  );
}

/**
 * `checkIfMatch` for operations that require the header. Throws 428 `VERSION_REQUIRED` with
 * `details.current_version` when it is absent.
 */
export function requireIfMatch(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined) {
    throw problem('VERSION_REQUIRED', 'Send the ETag of the version that you read as If-Match.', {
      details: { current_version: version },
    });
  }
  checkIfMatch(ifMatch, version);
}

/** Whether `If-None-Match` has the tag (RFC 9110, 13.1.2: weak comparison, `*` matches any). */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/** A reply to send. */
export interface ResponseParts {
  readonly status: number;
  readonly body?: unknown;
  /** The body as JSON, when it is serialized already. */
  readonly text?: string | undefined;
  readonly bytes?: Buffer;
  readonly contentType?: string;
  /** The document in other content codings. */
  readonly copies?: CodedCopies;
  /** The content coding of `bytes`. */
  readonly coding?: Coding;
  /** Sends the body: server-sent events, unless `contentType` says otherwise. */
  readonly stream?: SendStream;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookie?: SessionCookie;
  readonly deviceTokens?: readonly string[];
  readonly signedIn?: string;
}

/** Sends a success; 304 without a body for a read with a matching entity tag (RFC 9110, 13.1.2). */
export function send(exchange: Exchange, reply: ResponseParts, cookieScope: CookieScope): void {
  const { req, res } = exchange;
  limitUnreadBody(req, res);
  if (reply.signedIn !== undefined) exchange.sender = { actorId: reply.signedIn };
  const headers = reply.headers ?? {};
  for (const [name, value] of Object.entries(headers)) setHeader(res, name, value, cookieScope);
  sendSessionCookies(exchange, reply.cookie, cookieScope);
  if (reply.deviceTokens !== undefined) {
    writeDeviceCookie(res, reply.deviceTokens, cookieScope);
  }
  const etag = headers['ETag'];
  res.setHeader('Cache-Control', etag === undefined ? 'no-store' : 'private, no-cache');
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  if (isRead && etag !== undefined && isNotModified(req.get('if-none-match'), etag)) {
    res.status(304).end();
    return;
  }
  res.status(reply.status);
  if (reply.stream !== undefined) {
    exchange.isStream = true;
    res.type(reply.contentType ?? 'text/event-stream');
    reply.stream(res);
    return;
  }
  const { bytes, body, text = body === undefined ? undefined : toJson(body) } = reply;
  if (bytes !== undefined) {
    const { coding = 'identity', copies } = reply;
    if (coding !== 'identity') res.setHeader('Content-Encoding', coding);
    exchange.sentText = () => (copies?.identity.bytes ?? bytes).toString('utf8');
    res.type(reply.contentType ?? 'application/octet-stream').send(bytes);
  } else if (text !== undefined) {
    sendJson(exchange, text);
  } else {
    res.end();
  }
}

function sendSessionCookies(
  { res, credential, sessionCookies: presented }: Exchange,
  cookie: SessionCookie | undefined,
  scope: CookieScope,
): void {
  const renewed = credential?.renewed;
  if (cookie === undefined && renewed === undefined) return;
  if (cookie === null) {
    // Another name may have the same session, or an ended one of the same workspace.
    const own = credential?.actor.workspaceId;
    const ends = ({ value, workspaceId }: PresentedCookie): boolean =>
      value === credential?.cookie || workspaceId === own;
    writeSessionCookies(res, { presented, ends }, scope);
    return;
  }
  const set = cookie !== undefined && 'value' in cookie ? cookie : renewed;
  const ended = cookie?.ends ?? [];
  writeSessionCookies(res, { presented, set, ends: ({ value }) => ended.includes(value) }, scope);
}

// res.json reads settings that never change here, which takes about 5 % of a small request.
function sendJson(exchange: Exchange, json: string | readonly Buffer[]): void {
  const { res } = exchange;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (typeof json === 'string') {
    exchange.sentText = () => json;
    res.setHeader('Content-Length', Buffer.byteLength(json));
    res.end(json);
  } else {
    const bytes = Buffer.concat(json);
    exchange.sentText = () => bytes.toString();
    res.setHeader('Content-Length', bytes.length);
    res.end(bytes);
  }
}

/** Sends a permanent redirect that keeps the method and the body (RFC 9110, 15.4.9). */
export function sendRedirect({ req, res }: Exchange, location: string): void {
  limitUnreadBody(req, res);
  res.setHeader('Location', location);
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Content-Length', 0);
  res.status(308).end();
}

/** Sends the error envelope. Closes the connection when the response has begun already. */
export function sendProblem(exchange: Exchange, failure: Problem): void {
  const { req, res } = exchange;
  exchange.errorCode = failure.code;
  if (res.headersSent) {
    res.destroy();
    return;
  }
  limitUnreadBody(req, res);
  for (const [name, value] of Object.entries(failure.headers)) res.setHeader(name, value);
  res.setHeader('Cache-Control', 'no-store');
  res.status(failure.status);
  sendJson(exchange, JSON.stringify(failure.envelope()));
}

function setHeader(
  res: Response,
  name: string,
  value: string,
  { basePath }: Pick<CookieScope, 'basePath'>,
): void {
  // Other origins may have made the response vary already.
  if (name === 'Vary') res.vary(value);
  else res.setHeader(name, name === 'Location' ? publicLocation(value, basePath) : value);
}

// A client resolves it against the address that it has sent the request to.
function publicLocation(location: string, basePath: string): string {
  return location.startsWith('/') ? `${basePath}${location}` : location;
}

const plain = /^"(\d{1,15})"$/;
const whole = /^(?:W\/)?"(\d{1,15})(?:-([\w.]+)-[\w-]+)?"$/;

/**
 * Completes the entity tag of a record: the version that the handler has set, the epoch of the
 * database, and a digest of the body, because a body also changes with other records and with time
 * (decision 57). Serialises the body for that, once.
 */
export function withEntityTag(reply: ResponseParts, epoch: string | undefined): ResponseParts {
  const version = plain.exec(reply.headers?.['ETag'] ?? '')?.[1];
  if (version === undefined || epoch === undefined) return reply;
  const json = reply.text ?? toJson(reply.body);
  const text = typeof json === 'string' ? json : Buffer.concat(json).toString();
  const headers = { ...reply.headers, ETag: `"${version}-${epoch}-${digestOf(text)}"` };
  return { ...reply, headers, text };
}

const digestLength = 16;

// The fastest digest: it only has to differ when the body does.
function digestOf(text: string): string {
  return hash('sha1', text, 'base64url').slice(0, digestLength);
}

/** The reply with the entity tag of its text, if it had one of another text. */
export function retagged(reply: ResponseParts): ResponseParts {
  const { ETag: tag, ...others } = reply.headers ?? {};
  if (tag === undefined || reply.text === undefined || plain.test(tag)) return reply;
  const kept = tag.slice(0, -digestLength - 1);
  return { ...reply, headers: { ...others, ETag: `${kept}${digestOf(reply.text)}"` } };
}

/**
 * An `If-Match` header as handlers compare it: the entity tags of this epoch without epoch and
 * digest, because only the version decides. Compression by a proxy makes a tag weak, so weak tags
 * count too. A version alone is accepted as it is.
 */
export function versionsOf(ifMatch: string, epoch: string | undefined): string {
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  return tags.map((tag) => toVersion(tag, epoch)).join(', ');
}

function toVersion(tag: string, epoch: string | undefined): string {
  const [, version, ofEpoch = epoch] = whole.exec(tag) ?? [];
  return version === undefined || ofEpoch !== epoch ? tag : etagOf(Number(version));
}

// The JSON of items and bodies that several responses have; undefined until the first one has it.
const cachedJson = new WeakMap<object, Buffer | undefined>();
const opening = '{"items":[';
const comma = Buffer.from(',');

/** Freezes an item of a list, or a body, and marks it: its JSON is serialised once and reused. */
export function cacheJson<Item extends object>(item: Item): Readonly<Item> {
  cachedJson.set(item, undefined);
  return Object.freeze(item);
}

/**
 * A body as JSON, with the `items` of a list first. The JSON of items that `cacheJson` has marked
 * is reused; such a body comes in parts to join. Serialising the items each time takes a fifth of
 * the time of a page of 50. A list ends early when its items exceed 4 MiB.
 */
export function toJson(body: unknown): string | readonly Buffer[] {
  if (isMarked(body)) return [bytesOf(body)];
  if (!isList(body)) return JSON.stringify(body);
  if (!body.items.some(isMarked)) {
    const text = JSON.stringify(body);
    if (text.length <= maxPageBytes && Buffer.byteLength(text) <= maxPageBytes) return text;
  }
  const { items, ...envelope } = body;
  const json = items.map(bytesOf);
  const count = fitting(
    json.map(({ length }) => length),
    maxPageBytes,
  );
  const page = count < json.length ? shorterPage(body.page, count) : undefined;
  const shown = page === undefined ? json : json.slice(0, count);
  const parts = shown.flatMap((item, index) => (index > 0 ? [comma, item] : item));
  const rest = { items: [], ...envelope, ...(page !== undefined && { page }) };
  const closing = JSON.stringify(rest).slice(opening.length);
  return [Buffer.from(opening), ...parts, Buffer.from(closing)];
}

interface List {
  readonly items: readonly unknown[];
  readonly page?: unknown;
}

function isList(body: unknown): body is List {
  return typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items);
}

function isMarked(item: unknown): item is object {
  return typeof item === 'object' && item !== null && cachedJson.has(item);
}

/** The JSON of a value, which is kept for one that `cacheJson` has marked. */
export function bytesOf(item: unknown): Buffer {
  if (!isMarked(item)) return Buffer.from(JSON.stringify(item));
  const known = cachedJson.get(item);
  if (known !== undefined) return known;
  const bytes = Buffer.from(JSON.stringify(item));
  cachedJson.set(item, bytes);
  return bytes;
}

/**
 * The media type of those offered that a request prefers; undefined if it accepts none. Media types
 * are compared without parameters: `application/json; charset=utf-8` is `application/json`.
 */
export function negotiateType(
  { headers: { accept } }: IncomingMessage,
  offered: readonly string[],
): string | undefined {
  if (accept === undefined || accept === '*/*') return offered[0];
  const plain = accept.includes(';') ? withoutParameters(accept) : accept;
  return new Negotiator({ headers: { accept: plain } }).mediaType(offered);
}

/** The smallest content coding that a request accepts; undefined if it accepts none of ours. */
function negotiateCoding({ headers }: IncomingMessage): Coding | undefined {
  const accepted = headers['accept-encoding'];
  // Any coding would do (RFC 9110, 12.5.3), but a client that can decode says so.
  if (typeof accepted !== 'string') return 'identity';
  const sent = { 'accept-encoding': accepted };
  const chosen = new Negotiator({ headers: sent }).encoding(codings, { preferred: codings });
  return codings.find((coding) => coding === chosen);
}

/** `negotiateCoding`, or 406. */
export function getCoding(message: IncomingMessage): Coding {
  const coding = negotiateCoding(message);
  if (coding !== undefined) return coding;
  throw problem('NOT_ACCEPTABLE', `Accept one of the content codings ${codings.join(', ')}.`, {
    details: { produces: [...codings] },
  });
}

function withoutParameters(accept: string): string {
  return splitUnquoted(accept, ',')
    .map((range) => {
      const [type = '', ...parameters] = splitUnquoted(range, ';');
      const weight = parameters.find((parameter) => /^\s*q\s*=/i.test(parameter));
      return weight === undefined ? type : `${type};${weight}`;
    })
    .join(',');
}

/**
 * The reply as the request's `Prefer` header asks for it (RFC 7240): without content for
 * `return=minimal`, if the operation takes the preference. Every other preference is ignored. The
 * reply may be a stored one, because the preference is not a part of what a retry repeats.
 */
export function applyPreference(
  prefer: string | undefined,
  minimal: MinimalResponse | null,
  reply: ResponseParts,
): ResponseParts {
  if (prefer === undefined || minimal === null || !prefersMinimal(prefer)) return reply;
  const { body, text, headers = {}, ...rest } = reply;
  // An earlier release may have stored the reply without a header that the 204 must have.
  if (!minimal.required.every((name) => Object.hasOwn(headers, name))) return reply;
  const isStored = body === undefined && text !== undefined;
  const needsBody = Object.keys(minimal.fromBody).length > 0;
  const whole: unknown = isStored && needsBody ? JSON.parse(text) : body;
  return {
    ...rest,
    status: 204,
    headers: {
      ...headers,
      ...headersFromBody(minimal, whole),
      'Preference-Applied': 'return=minimal',
    },
  };
}

/** The headers that a response without content has from the body of the whole one. */
export function headersFromBody(
  minimal: MinimalResponse | null,
  body: unknown,
): Record<string, string> {
  const pointers = Object.entries(minimal?.fromBody ?? {});
  return Object.fromEntries(
    pointers.flatMap(([name, pointer]) => {
      const value = valueAtPointer(body, pointer);
      return typeof value === 'string' || typeof value === 'number' ? [[name, `${value}`]] : [];
    }),
  );
}

/**
 * Whether a `Prefer` header asks for `return=minimal` (RFC 7240, section 2): names are
 * case-insensitive, a value may be quoted, parameters follow after a semicolon, and the first of
 * several preferences with one name counts.
 */
export function prefersMinimal(prefer: string): boolean {
  for (const preference of splitUnquoted(prefer, ',')) {
    const [pair = ''] = splitUnquoted(preference, ';');
    const [name = '', ...values] = pair.split('=').map((part) => part.trim());
    if (name.toLowerCase() === 'return') return unquoted(values.join('=')) === 'minimal';
  }
  return false;
}
