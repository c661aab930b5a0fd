import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Request } from 'express';
import { invalidValue, problem } from '../../problems';

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
