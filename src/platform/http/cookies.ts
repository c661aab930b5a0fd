import type { IncomingMessage } from 'node:http';
import cookieParser from 'cookie-parser';
import type { Request, Response } from 'express';
import { limits } from '../../../generated/limits';
import { DAY } from '../time';

/** Where cookies are valid. */
export interface CookieScope {
  /** Whether they are sent over https only. */
  readonly isSecure: boolean;
  /** The path of the `PUBLIC_URL`; empty without one. */
  readonly basePath: string;
}

/**
 * What the names of session cookies begin with: `secure` is the contract's `sessionCookie`, `plain`
 * is for development over http. A browser accepts a `__Host-` cookie only over https and only for
 * this host, so no sibling domain can set one (RFC 6265bis, 4.1.3.2). Such a cookie is sent to every
 * path of the host. `below` is for a service below a path of a host that has others.
 */
export const sessionCookieNames = {
  secure: '__Host-callboard_session',
  below: '__Secure-callboard_session',
  plain: 'callboard_session',
} as const;

/** A session cookie of a request. */
export interface PresentedCookie {
  readonly name: string;
  readonly value: string;
  /** The workspace that the value names; undefined for one from before. */
  readonly workspaceId: string | undefined;
}

const maxValues = limits.session_cookies;
// A browser holds fewer; the others are read to be cleared.
const maxOfWorkspaces = 2 * limits.browser_sessions;
const workspacePart = /^([0-9A-Z]{26})_[\w-]{43}$/;
const parse = cookieParser();
// Matches all cookies of these names with a base64url value. Only spaces and tabs may surround a
// name (RFC 6265bis, 5.6): after other white space it is a different name, whose prefix browsers do
// not check.
const every = {
  secure:
    /(?:^|;)[ \t]*(__Host-callboard_session(?:_[0-9A-Z]{26})?)[ \t]*=[ \t]*"?([\w-]+)"?[ \t]*(?=;|$)/g,
  below:
    /(?:^|;)[ \t]*(__Secure-callboard_session(?:_[0-9A-Z]{26})?)[ \t]*=[ \t]*"?([\w-]+)"?[ \t]*(?=;|$)/g,
  plain:
    /(?:^|;)[ \t]*(callboard_session(?:_[0-9A-Z]{26})?)[ \t]*=[ \t]*"?([\w-]+)"?[ \t]*(?=;|$)/g,
};

/**
 * The session cookies of a request. Those with the name of a workspace come first, at most 16; then
 * at most 5 with the name alone. A value that cannot be a session is empty.
 */
export function readSessionCookies(
  { req, res }: { readonly req: Request; readonly res: Response },
  scope: CookieScope,
): readonly PresentedCookie[] {
  const header = req.headers.cookie;
  // Most requests come from agents and have no cookie.
  if (header === undefined) return [];
  const kind = kindOf(scope);
  const name = sessionCookieNames[kind];
  const first = header.indexOf(name);
  if (first < 0) return [];
  parse(req, res, () => undefined);
  const cookies: Readonly<Record<string, unknown>> = req.cookies;
  const found = Object.entries(cookies);
  // cookie-parser returns only the first of several cookies with one name.
  if (header.lastIndexOf(name) !== first) {
    for (const [, each = '', value = ''] of header.matchAll(every[kind])) found.push([each, value]);
  }
  const ofWorkspaces = new Map<string, PresentedCookie>();
  const plain = new Map<string, PresentedCookie>();
  for (const [each, value] of found) {
    if (each === name) plain.set(String(value), presented(each, value));
    else if (each.startsWith(`${name}_`)) {
      const cookie = presented(each, value);
      const isOfItsName = nameOf(cookie.value, scope) === each;
      // A forged one is no session, but a credential that is not valid.
      ofWorkspaces.set(`${each} ${String(value)}`, isOfItsName ? cookie : presented(each, ''));
    }
  }
  return [
    ...[...ofWorkspaces.values()].slice(0, maxOfWorkspaces),
    ...[...plain.values()].slice(0, maxValues),
  ];
}

// cookie-parser turns values that begin with `j:` into objects; these are never sessions.
function presented(name: string, given: unknown): PresentedCookie {
  const value = typeof given === 'string' ? given : '';
  const [, part] = workspacePart.exec(value) ?? [];
  return { name, value, workspaceId: part === undefined ? undefined : `wsp_${part}` };
}

/** The header that names the workspace of a request with several sessions. */
const workspaceHeader = 'callboard-workspace';

/** The query parameter that does, where a browser can send no header. */
export const workspaceParameter = 'workspace_id';

/** The workspace that a request names; undefined without one. */
export function workspaceOf({ headers, url = '' }: IncomingMessage): string | undefined {
  const named = headers[workspaceHeader];
  if (named !== undefined) return String(named);
  if (!url.includes(`${workspaceParameter}=`)) return undefined;
  const search = url.slice(url.indexOf('?') + 1);
  return new URLSearchParams(search).get(workspaceParameter) ?? undefined;
}

function kindOf({ isSecure, basePath }: CookieScope): keyof typeof sessionCookieNames {
  if (!isSecure) return 'plain';
  return basePath === '' ? 'secure' : 'below';
}

/** The name of the cookie with a value: that of its workspace. */
function nameOf(value: string, scope: CookieScope): string {
  const [, part] = workspacePart.exec(value) ?? [];
  const name = sessionCookieNames[kindOf(scope)];
  return part === undefined ? name : `${name}_${part}`;
}

/** The session cookies to set and to clear, and the request's own. */
export interface SessionCookies {
  readonly presented: readonly PresentedCookie[];
  /** The value to set, and the seconds for which it is valid. */
  readonly set?: { readonly value: string; readonly maxAgeSeconds: number } | undefined;
  /** Whether a presented cookie is to be cleared. */
  readonly ends: (cookie: PresentedCookie) => boolean;
}

/** Sets and clears session cookies. The set one replaces those of its workspace. */
export function writeSessionCookies(
  res: Response,
  { presented: sent, set, ends }: SessionCookies,
  scope: CookieScope,
): void {
  const name = set === undefined ? undefined : nameOf(set.value, scope);
  if (set !== undefined && name !== undefined) writeOne(res, name, set, scope);
  const { workspaceId: replaced } = presented('', set?.value);
  const isReplaced = ({ workspaceId }: PresentedCookie): boolean =>
    replaced !== undefined && workspaceId === replaced;
  const ended = sent.filter((cookie) => isReplaced(cookie) || ends(cookie));
  for (const each of new Set(ended.map((cookie) => cookie.name))) {
    if (each !== name) writeOne(res, each, { value: '', maxAgeSeconds: 0 }, scope);
  }
}

function writeOne(
  res: Response,
  name: string,
  { value, maxAgeSeconds }: { readonly value: string; readonly maxAgeSeconds: number },
  scope: CookieScope,
): void {
  res.cookie(name, value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: scope.isSecure,
    path: scope.basePath === '' ? '/' : scope.basePath,
    maxAge: maxAgeSeconds * 1000,
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
