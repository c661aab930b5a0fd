import type { Request, Response } from 'express';
import { DAY } from '../../time';
import type { CookieScope } from './session-cookie';

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
