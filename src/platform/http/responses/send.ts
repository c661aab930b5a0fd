import type { SessionCookie } from '../../operation';
import type { Problem } from '../../problems';
import type { Exchange } from '../exchange';
import { writeDeviceCookie } from '../requests/device-cookie';
import { limitUnreadBody } from '../connections/early-response';
import { isNotModified } from './preconditions';
import { toJson } from './json-body';
import { joinLent } from '../connections/lent-buffer';
import { writeSessionCookie } from '../requests/session-cookie';

/** A reply on its way out. */
export interface ResponseParts {
  readonly status: number;
  readonly body?: unknown;
  /** The body as JSON, where there is such a text already. */
  readonly text?: string | undefined;
  readonly bytes?: Buffer;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookie?: SessionCookie;
  readonly deviceTokens?: readonly string[];
  readonly signedIn?: string;
}

/** Sends a success; a GET whose entity tag the caller has already is 304 without a body (RFC 9110, 13.1.2). */
export function send(exchange: Exchange, answer: ResponseParts, secureCookies: boolean): void {
  const { req, res, credential } = exchange;
  limitUnreadBody(req, res);
  if (answer.signedIn !== undefined) exchange.sender = { actorId: answer.signedIn };
  const headers = answer.headers ?? {};
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  const cookie = answer.cookie === undefined ? credential?.renewed : answer.cookie;
  if (cookie !== undefined) writeSessionCookie(res, cookie, secureCookies);
  if (answer.deviceTokens !== undefined) {
    writeDeviceCookie(res, answer.deviceTokens, secureCookies);
  }
  const etag = headers['ETag'];
  res.setHeader('Cache-Control', etag === undefined ? 'no-store' : 'private, no-cache');
  if (req.method === 'GET' && etag !== undefined && isNotModified(req.get('if-none-match'), etag)) {
    res.status(304).end();
    return;
  }
  res.status(answer.status);
  const { bytes, body, text = body === undefined ? undefined : toJson(body) } = answer;
  if (bytes !== undefined) {
    exchange.textSent = () => bytes.toString('utf8');
    res.type(answer.contentType ?? 'application/octet-stream').send(bytes);
  } else if (text !== undefined) {
    sendJson(exchange, text);
  } else {
    res.end();
  }
}

// res.json asks for settings and types that are the same here each time, for about a twentieth of a small request.
function sendJson(exchange: Exchange, json: string | readonly Buffer[]): void {
  const { res } = exchange;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (typeof json === 'string') {
    exchange.textSent = () => json;
    res.setHeader('Content-Length', Buffer.byteLength(json));
    res.end(json);
  } else {
    exchange.textSent = () => Buffer.concat(json).toString();
    const { bytes, giveBack } = joinLent(json);
    res.setHeader('Content-Length', bytes.length);
    // When the operating system has it all.
    res.end(bytes, giveBack);
  }
}

/** Sends the error envelope, unless the answer has begun already: then the connection is cut. */
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
