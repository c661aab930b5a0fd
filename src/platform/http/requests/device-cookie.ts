import type { Request, Response } from 'express';
import { DAY } from '../../time';

/** The name of the cookie by which a browser is known to accounts (the contract's `SetCookie`). */
const deviceCookieName = 'callboard_device';

const MAX_AGE = 365 * DAY;
// A browser sends up to five; a cookie of that name from another path may come along.
const MOST_TOKENS = 10;

/** The tokens of the request's device cookies, at most ten. */
export function readDeviceTokens({ headers: { cookie } }: Request): string[] {
  if (cookie === undefined) return [];
  const values = cookie.split(';').flatMap((pair) => {
    const [name = '', value = ''] = pair.split('=', 2);
    return name.trim() === deviceCookieName ? value.trim().split('.') : [];
  });
  return values.filter((token) => /^[\w-]{65}$/.test(token)).slice(0, MOST_TOKENS);
}

/**
 * Sets the device cookie for a year; the browser sends it with signing in and changing the password
 * only. `secure` keeps it to https.
 */
export function writeDeviceCookie(res: Response, tokens: readonly string[], secure: boolean): void {
  res.cookie(deviceCookieName, tokens.join('.'), {
    httpOnly: true,
    sameSite: 'strict',
    secure,
    path: '/v1/session',
    maxAge: MAX_AGE,
  });
}
