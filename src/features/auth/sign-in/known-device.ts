import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { hashSecret } from '../../../shared/tokens';
import type { UserRow } from '../user-store';

const MOST_TOKENS = 5;
const NONCE_CHARACTERS = 22;

type Account = Pick<UserRow, 'id' | 'workspace_id' | 'password_hash'>;

/**
 * The token of those a browser sent by which it is known to the account, or undefined. It proves
 * that somebody has signed in to the account from there since the password was set, and opens
 * nothing: attempts from there are counted for themselves.
 */
export function findDeviceToken(tokens: readonly string[], account: Account): string | undefined {
  return tokens.find((token) => isTokenOf(token, account));
}

/**
 * The tokens for a browser after somebody has signed in to the account there: the account's first,
 * then up to four of other accounts.
 */
export function rememberDevice(tokens: readonly string[], account: Account): string[] {
  const own = findDeviceToken(tokens, account) ?? newToken(account);
  return [own, ...tokens.filter((token) => token !== own)].slice(0, MOST_TOKENS);
}

/** The name of a device where its attempts are counted, which does not tell its token. */
export function deviceSource(token: string): string {
  return `device ${hashSecret(token)}`;
}

function newToken(account: Account): string {
  const nonce = randomBytes(16).toString('base64url');
  return `${nonce}${codeOf(nonce, account)}`;
}

function isTokenOf(token: string, account: Account): boolean {
  const expected = Buffer.from(codeOf(token.slice(0, NONCE_CHARACTERS), account));
  const given = Buffer.from(token.slice(NONCE_CHARACTERS));
  return expected.length === given.length && timingSafeEqual(expected, given);
}

// The stored form of the password is the key: nothing else has to be stored, and a new password
// ends what was known.
function codeOf(nonce: string, { id, workspace_id, password_hash }: Account): string {
  return createHmac('sha256', password_hash)
    .update(`device ${workspace_id} ${id} ${nonce}`)
    .digest('base64url');
}
