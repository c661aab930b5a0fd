import type { Response } from 'express';
import type { CodedCopies, Coding } from '../../coded-copies';
import type { SendStream, SessionCookie } from '../../operation';
import type { Problem } from '../../problems';
import { limitUnreadBody } from '../connections/unread-body';
import { writeDeviceCookie } from '../cookies/device-cookie';
import { writeSessionCookie, type CookieScope } from '../cookies/session-cookie';
import type { Exchange } from '../exchange';
import { toJson } from './json-body';
import { isNotModified } from './preconditions';

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
  /** Sends server-sent events as the body. */
  readonly stream?: SendStream;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookie?: SessionCookie;
  readonly deviceTokens?: readonly string[];
  readonly signedIn?: string;
}

/** Sends a success; 304 without a body for a read with a matching entity tag (RFC 9110, 13.1.2). */
export function send(exchange: Exchange, reply: ResponseParts, cookieScope: CookieScope): void {
  const { req, res, credential } = exchange;
  limitUnreadBody(req, res);
  if (reply.signedIn !== undefined) exchange.sender = { actorId: reply.signedIn };
  const headers = reply.headers ?? {};
  for (const [name, value] of Object.entries(headers)) setHeader(res, name, value, cookieScope);
  const cookie = reply.cookie === undefined ? credential?.renewed : reply.cookie;
  if (cookie !== undefined) writeSessionCookie(res, cookie, cookieScope);
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
    res.type('text/event-stream');
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
