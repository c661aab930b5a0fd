import cookieParser from 'cookie-parser';
import type { Request, Response } from 'express';
import { limits } from '../../../generated/limits';
import type { SessionCookie } from '../operation';
import { DAY } from '../time';

/** Where cookies are valid. */
export interface CookieScope {
  /** Whether they are sent over https only. */
  readonly isSecure: boolean;
  /** The path of the `PUBLIC_URL`; empty without one. */
  readonly basePath: string;
}

/**
 * The names of the session cookie: `secure` is the contract's `sessionCookie`, `plain` is for
 * development over http. A browser accepts a `__Host-` cookie only over https and only for this
 * host, so no sibling domain can set one (RFC 6265bis, 4.1.3.2). Such a cookie is sent to every
 * path of the host. `below` is for a service below a path of a host that has others.
 */
export const sessionCookieNames = {
  secure: '__Host-callboard_session',
  below: '__Secure-callboard_session',
  plain: 'callboard_session',
} as const;

const maxValues = limits.session_cookies;
const parse = cookieParser();
// Matches all cookies of the name with a base64url value. Only spaces and tabs may surround a name
// (RFC 6265bis, 5.6): after other white space it is a different name, whose prefix browsers do not
// check.
const sessionCookie = {
  secure: /(?:^|;)[ \t]*__Host-callboard_session[ \t]*=[ \t]*"?([\w-]+)"?[ \t]*(?=;|$)/g,
  below: /(?:^|;)[ \t]*__Secure-callboard_session[ \t]*=[ \t]*"?([\w-]+)"?[ \t]*(?=;|$)/g,
  plain: /(?:^|;)[ \t]*callboard_session[ \t]*=[ \t]*"?([\w-]+)"?[ \t]*(?=;|$)/g,
};

/** The values of the request's session cookies in their order, at most 5. */
export function readSessionCookies(
  { req, res }: { readonly req: Request; readonly res: Response },
  scope: CookieScope,
): readonly string[] {
  const header = req.headers.cookie;
  // Most requests come from agents and have no cookie.
  if (header === undefined) return [];
  parse(req, res, () => undefined);
  const kind = kindOf(scope);
  const name = sessionCookieNames[kind];
  const value: unknown = req.cookies[name];
  if (value === undefined) return [];
  // cookie-parser turns values that begin with `j:` into objects; these are never sessions.
  const first = typeof value === 'string' ? value : '';
  if (header.indexOf(name) === header.lastIndexOf(name)) return [first];
  // cookie-parser returns only the first of several cookies with one name.
  const all = Array.from(header.matchAll(sessionCookie[kind]), ([, found = '']) => found);
  return [...new Set([first, ...all])].slice(0, maxValues);
}

function kindOf({ isSecure, basePath }: CookieScope): keyof typeof sessionCookieNames {
  if (!isSecure) return 'plain';
  return basePath === '' ? 'secure' : 'below';
}

/** Sets the session cookie; null clears it. */
export function writeSessionCookie(res: Response, cookie: SessionCookie, scope: CookieScope): void {
  res.cookie(sessionCookieNames[kindOf(scope)], cookie?.value ?? '', {
    httpOnly: true,
    sameSite: 'lax',
    secure: scope.isSecure,
    path: scope.basePath === '' ? '/' : scope.basePath,
    maxAge: (cookie?.maxAgeSeconds ?? 0) * 1000,
  });
}

/** The cookie that identifies a known device (`SetCookie` in the contract). */
const deviceCookieName = 'callboard_device';

const MAX_AGE = 365 * DAY;
// The service sets up to five; a cookie of the same name may come from another path.
const MAX_TOKENS = 10;

/** The tokens of the request's device cookies, at most ten. */
export function readDeviceTokens({ headers: { cookie } }: Request): string[] {
  if (cookie === undefined) return [];
  const values = cookie.split(';').flatMap((pair) => {
    const [name = '', value = ''] = pair.split('=', 2);
    return name.trim() === deviceCookieName ? value.trim().split('.') : [];
  });
  return values.filter((token) => /^[\w-]{65}$/.test(token)).slice(0, MAX_TOKENS);
}

/**
 * Sets the device cookie for a year. Its path limits it to the sign-in and password operations.
 */
export function writeDeviceCookie(
  res: Response,
  tokens: readonly string[],
  { isSecure, basePath }: CookieScope,
): void {
  res.cookie(deviceCookieName, tokens.join('.'), {
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
    path: `${basePath}/v1/session`,
    maxAge: MAX_AGE,
  });
}
