import type { SessionCookie } from '../operation';
import type { Problem } from '../problems';
import type { Exchange } from './exchange';
import { alreadyHas } from './preconditions';

/** The session cookie's name (the contract's `sessionCookie`). */
export const sessionCookieName = 'callboard_session';

/** A reply on its way out. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly bytes?: Buffer;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookie?: SessionCookie;
}

/** Sends a success; a GET whose entity tag the caller has already is 304 without a body (RFC 9110, 13.1.2). */
export function send(exchange: Exchange, answer: Answer, secureCookies: boolean): void {
  const { req, res, credential } = exchange;
  const headers = answer.headers ?? {};
  for (const [name, value] of Object.entries(headers)) res.set(name, value);
  const cookie = answer.cookie === undefined ? credential?.renewed : answer.cookie;
  if (cookie !== undefined) {
    res.cookie(sessionCookieName, cookie?.value ?? '', {
      httpOnly: true,
      sameSite: 'lax',
      secure: secureCookies,
      path: '/',
      maxAge: (cookie?.maxAgeSeconds ?? 0) * 1000,
    });
  }
  const etag = headers['ETag'];
  res.set('Cache-Control', etag === undefined ? 'no-store' : 'private, no-cache');
  if (req.method === 'GET' && etag !== undefined && alreadyHas(req.get('if-none-match'), etag)) {
    res.status(304).end();
    return;
  }
  res.status(answer.status);
  const { bytes, body } = answer;
  if (bytes !== undefined) {
    exchange.textSent = () => bytes.toString('utf8');
    res.type(answer.contentType ?? 'application/octet-stream').send(bytes);
  } else if (body !== undefined) {
    exchange.textSent = () => JSON.stringify(body);
    res.json(body);
  } else {
    res.end();
  }
}

/** Sends the error envelope, unless the answer has begun already: then the connection is cut. */
export function sendProblem(exchange: Exchange, failure: Problem): void {
  const { res } = exchange;
  if (res.headersSent) {
    res.destroy();
    return;
  }
  for (const [name, value] of Object.entries(failure.headers)) res.set(name, value);
  res.set('Cache-Control', 'no-store');
  const envelope = failure.envelope();
  exchange.textSent = () => JSON.stringify(envelope);
  res.status(failure.status).json(envelope);
}
