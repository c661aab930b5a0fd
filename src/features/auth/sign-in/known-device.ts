import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { hashSecret } from '../../../shared/tokens';
import type { UserRow } from '../accounts/user-store';

const MAX_TOKENS = 5;
const NONCE_CHARACTERS = 22;

type Account = Pick<UserRow, 'id' | 'workspace_id' | 'password_hash'>;

/**
 * Finds the browser's device token for the account. It proves a sign-in to the account from this
 * browser since the password was set. It grants no access; attempts from the device are only
 * counted separately.
 */
export function findDeviceToken(tokens: readonly string[], account: Account): string | undefined {
  return tokens.find((token) => isTokenOf(token, account));
}

/**
 * The device tokens of a browser after a sign-in to the account: the account's token first, then up
 * to four of other accounts.
 */
export function rememberDevice(tokens: readonly string[], account: Account): string[] {
  const token = findDeviceToken(tokens, account) ?? newToken(account);
  return [token, ...tokens.filter((other) => other !== token)].slice(0, MAX_TOKENS);
}

/** The source of attempts from a device; it does not reveal the token. */
export function deviceSource(token: string): string {
  return `device ${hashSecret(token)}`;
}

function newToken(account: Account): string {
  const nonce = randomBytes(16).toString('base64url');
  return `${nonce}${signatureOf(nonce, account)}`;
}

function isTokenOf(token: string, account: Account): boolean {
  const expected = Buffer.from(signatureOf(token.slice(0, NONCE_CHARACTERS), account));
  const given = Buffer.from(token.slice(NONCE_CHARACTERS));
  return expected.length === given.length && timingSafeEqual(expected, given);
}

// The password hash is the key, so nothing else must be stored, and a new password invalidates all
// tokens.
function signatureOf(nonce: string, { id, workspace_id, password_hash }: Account): string {
  return createHmac('sha256', password_hash)
    .update(`device ${workspace_id} ${id} ${nonce}`)
    .digest('base64url');
}
