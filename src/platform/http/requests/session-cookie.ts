import cookieParser from 'cookie-parser';
import type { Response } from 'express';
import { limits } from '../../../../generated/limits';
import type { SessionCookie } from '../../operation';
import type { Exchange } from '../exchange';

/**
 * The names of the session cookie: `secure` is that of the contract's `sessionCookie`, `plain` that
 * of development over http. A browser takes a `__Host-` cookie only over https, for this host alone
 * and for all its paths, so no sibling domain can plant one (RFC 6265bis, 4.1.3.2).
 */
export const sessionCookieNames = {
  secure: '__Host-callboard_session',
  plain: 'callboard_session',
} as const;

const mostValues = limits.session_cookies;
const parse = cookieParser();
// All cookies of the name whose value can be a session's (base64url). Only spaces and tabs stand
// around a name (RFC 6265bis, 5.6): a name after other white space is another name, for which a
// browser does not check the prefix.
const repeated = {
  secure: /(?:^|;)[ \t]*__Host-callboard_session[ \t]*=[ \t]*"?([\w-]+)"?[ \t]*(?=;|$)/g,
  plain: /(?:^|;)[ \t]*callboard_session[ \t]*=[ \t]*"?([\w-]+)"?[ \t]*(?=;|$)/g,
};

/**
 * The values of the request's session cookies, in their order, at most 5; none where it has no such
 * cookie.
 */
export function readSessionCookies({ req, res }: Exchange, secure: boolean): readonly string[] {
  const header = req.headers.cookie;
  // Most requests are an agent's, without a cookie.
  if (header === undefined) return [];
  parse(req, res, () => undefined);
  const kind = kindOf(secure);
  const name = sessionCookieNames[kind];
  const value: unknown = req.cookies[name];
  if (value === undefined) return [];
  // cookie-parser makes objects of values that begin with `j:`; such a one is no session either.
  const first = typeof value === 'string' ? value : '';
  if (header.indexOf(name) === header.lastIndexOf(name)) return [first];
  // Of several cookies of one name, cookie-parser keeps the first.
  const all = Array.from(header.matchAll(repeated[kind]), ([, found = '']) => found);
  return [...new Set([first, ...all])].slice(0, mostValues);
}

function kindOf(secure: boolean): keyof typeof sessionCookieNames {
  return secure ? 'secure' : 'plain';
}

/** Sets the session cookie, or clears it with null. `secure` keeps it to https. */
export function writeSessionCookie(res: Response, cookie: SessionCookie, secure: boolean): void {
  res.cookie(sessionCookieNames[kindOf(secure)], cookie?.value ?? '', {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: '/',
    maxAge: (cookie?.maxAgeSeconds ?? 0) * 1000,
  });
}
