import cookieParser from 'cookie-parser';
import type { Response } from 'express';
import type { SessionCookie } from '../operation';
import type { Exchange } from './exchange';

/** The session cookie's name (the contract's `sessionCookie`). */
export const sessionCookieName = 'callboard_session';

const parse = cookieParser();

/** The value of the request's session cookie, or undefined where it has none. */
export function readSessionCookie({ req, res }: Exchange): string | undefined {
  // Most requests are an agent's, without a cookie.
  if (req.headers.cookie === undefined) return undefined;
  parse(req, res, () => undefined);
  const value: unknown = req.cookies[sessionCookieName];
  if (value === undefined) return undefined;
  // cookie-parser makes objects of values that begin with `j:`; such a one is no session either.
  return typeof value === 'string' ? value : '';
}

/** Sets the session cookie, or clears it with null. `secure` keeps it to https. */
export function writeSessionCookie(res: Response, cookie: SessionCookie, secure: boolean): void {
  res.cookie(sessionCookieName, cookie?.value ?? '', {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: '/',
    maxAge: (cookie?.maxAgeSeconds ?? 0) * 1000,
  });
}
