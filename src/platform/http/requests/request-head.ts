import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Request } from 'express';
import { limits } from '../../../../generated/limits';
import { invalidValue, problem, type Problem } from '../../problems';

const slash = 47;
const absoluteForm = /^https?:\/\/([^/?#]*)/i;

/** The asterisk form of a request target, valid only with OPTIONS (RFC 9112, 3.2.4). */
export const asteriskForm = '*';

/**
 * Replaces a request target in absolute form with its path, and the Host header with its host
 * (RFC 9112, 3.2.2: the Host header sent with it is ignored). Call it after `checkMessage`, because
 * that header must be valid anyway. Throws 400 for any other target that is not a path.
 */
export function normalizeTarget(req: Request): void {
  const target = req.originalUrl;
  if (target.charCodeAt(0) === slash) return;
  if (target === asteriskForm && req.method === 'OPTIONS') return;
  const match = absoluteForm.exec(target);
  if (match === null) {
    throw invalidValue('path', 'The request target must be a path, or an http or https URL.');
  }
  const [start, authority = ''] = match;
  if (authority === '') throw invalidValue('path', 'The request target has no host.');
  if (!isHost(authority)) {
    throw invalidValue('path', 'The request target must name a host, with or without a port.');
  }
  const rest = target.slice(start.length);
  req.originalUrl = rest.startsWith('/') ? rest : `/${rest}`;
  req.url = req.originalUrl;
  req.headers.host = authority;
}

// RFC 3986, 3.2.2 and 3.2.3: a name, an IPv4 address or an IPv6 address in brackets; then a port.
const validHost = /^(?:\[[\w.:%]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/;

// Node may already have parsed further requests of a connection that is about to close.
const closing = new WeakSet<Socket>();

/**
 * Throws 400 for messages that Node's parser accepts although HTTP/1.1 forbids them: another major
 * version, an ambiguous Transfer-Encoding (RFC 9112, 6.1), or a Host header that is missing,
 * repeated or invalid (RFC 9112, 3.2). An ambiguous Transfer-Encoding closes the connection, and no
 * further request on it is processed, which prevents request smuggling.
 */
export function checkMessage(req: IncomingMessage): void {
  const { httpVersion, headers } = req;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    throw invalidValue('header', 'Send the request as HTTP/1.1.');
  }
  checkFraming(req);
  if (headers.host === undefined) {
    if (httpVersion === '1.0') return;
    throw invalidValue('header/Host', 'Send the Host header.');
  }
  if (countHosts(req.rawHeaders) > 1) {
    throw invalidValue('header/Host', 'Send the Host header once.');
  }
  if (!isHost(headers.host)) {
    throw invalidValue('header/Host', 'The Host header must be a host, with or without a port.');
  }
}

/** Whether the text is a host with an optional port. An empty text is valid. */
function isHost(text: string): boolean {
  return validHost.test(text);
}

function checkFraming({ httpVersion, headers, socket }: IncomingMessage): void {
  const coding = headers['transfer-encoding'];
  const isUnambiguous =
    coding === undefined || (httpVersion === '1.1' && coding.toLowerCase() === 'chunked');
  if (isUnambiguous && !closing.has(socket)) return;
  closing.add(socket);
  const message = 'Send Content-Length, or over HTTP/1.1 Transfer-Encoding: chunked.';
  throw problem('VALIDATION_FAILED', message, {
    issues: [{ path: 'header/Transfer-Encoding', code: 'VALIDATION_FAILED', message }],
    headers: { Connection: 'close' },
  });
}

// Node's `headers` contains only the first of several Host headers.
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/**
 * The parts of a request that the router needs: the path still percent-encoded, a repeated query
 * parameter as an array.
 */
interface RequestParts {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string | string[]>;
  readonly headers: Record<string, string | string[]>;
}

/**
 * The maximum number of query parameters, counting repetitions. More parameters with ids do not fit
 * into the 16 KiB of the request head, so the limit never affects a request for many records.
 */
const maxQueryParameters = limits.query_parameters;

/**
 * Parses the path, query and headers of a request. Throws 400 for a path or query that is not
 * percent-encoded UTF-8 (RFC 3986, 2.5) and for a query with too many parameters.
 */
export function requestParts(req: Request): RequestParts {
  const url = req.originalUrl;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  const search = end < 0 ? '' : url.slice(end + 1);
  if (!isDecodable(path)) throw undecodable('path');
  if (hasTooManyParameters(search)) {
    throw invalidValue('query', `The query has more than ${maxQueryParameters} parameters.`);
  }
  if (!isDecodable(search)) throw undecodable('query');
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) headers[name] = value;
  }
  return { method: req.method, path, query: queryOf(search), headers };
}

function queryOf(search: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  if (search === '') return query;
  for (const [name, value] of new URLSearchParams(search)) {
    const previous = Object.hasOwn(query, name) ? query[name] : undefined;
    if (Array.isArray(previous)) {
      previous.push(value);
      continue;
    }
    // Assigning to `__proto__` would hide the parameter from validation.
    Object.defineProperty(query, name, {
      value: previous === undefined ? value : [previous, value],
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return query;
}

function hasTooManyParameters(search: string): boolean {
  if (search.length < maxQueryParameters) return false;
  let parameters = 1;
  for (let at = search.indexOf('&'); at >= 0; at = search.indexOf('&', at + 1)) {
    parameters += 1;
    if (parameters > maxQueryParameters) return true;
  }
  return false;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function undecodable(where: 'path' | 'query'): Problem {
  return invalidValue(where, `The ${where} is not percent-encoded UTF-8.`);
}

/** Splits a header value at a separator outside of quoted strings (RFC 9110, section 5.6.4). */
export function splitUnquoted(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [];
  let part = '';
  let isQuoted = false;
  let isEscaped = false;
  for (const character of text) {
    if (character === separator && !isQuoted) {
      parts.push(part);
      part = '';
      continue;
    }
    part += character;
    if (character === '"' && !isEscaped) isQuoted = !isQuoted;
    isEscaped = isQuoted && character === '\\' && !isEscaped;
  }
  return [...parts, part];
}

/** The text of a quoted string; any other text as it is. */
export function unquoted(word: string): string {
  const isQuoted = word.length > 1 && word.startsWith('"') && word.endsWith('"');
  return isQuoted ? word.slice(1, -1).replaceAll(/\\(.)/g, '$1') : word;
}

/** Whether an Origin is this server's: that of the `PUBLIC_URL`, or else that of the Host header. */
export function isOwnOrigin(
  origin: string,
  { headers: { host } }: IncomingMessage,
  publicUrl: string | undefined,
): boolean {
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin;
  return URL.canParse(origin) && new URL(origin).host === host;
}
