import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { invalidValue, problem } from '../../problems';

// RFC 3986, 3.2.2 and 3.2.3: a name, an IPv4 address or an IPv6 address in brackets, and a port.
const validHost = /^(?:\[[\w.:%]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/;

// Node may have parsed more requests of such a connection before it is closed.
const closing = new WeakSet<Socket>();

/**
 * Throws 400 for a message that Node's parser accepts and HTTP/1.1 refuses: another major version,
 * a Transfer-Encoding whose end another recipient may see elsewhere (RFC 9112, 6.1), and no Host,
 * several, or one that is no host (RFC 9112, 3.2). After a doubtful Transfer-Encoding the
 * connection closes, and no further request of it is processed.
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

/** Whether a text is a host, with or without a port; an empty one is. */
export function isHost(text: string): boolean {
  return validHost.test(text);
}

function checkFraming({ httpVersion, headers, socket }: IncomingMessage): void {
  const coding = headers['transfer-encoding'];
  const isClear =
    coding === undefined || (httpVersion === '1.1' && coding.toLowerCase() === 'chunked');
  if (isClear && !closing.has(socket)) return;
  closing.add(socket);
  const message = 'Send Content-Length, or over HTTP/1.1 Transfer-Encoding: chunked.';
  throw problem('VALIDATION_FAILED', message, {
    issues: [{ path: 'header/Transfer-Encoding', code: 'VALIDATION_FAILED', message }],
    headers: { Connection: 'close' },
  });
}

// Node keeps the first of several and drops the others.
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
