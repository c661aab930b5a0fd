import { randomBytes, timingSafeEqual } from 'node:crypto';
import { slowHash, type PasswordCost } from '../platform/slow-hash';

/** What it costs in production: OWASP's recommendation for scrypt; 128 MiB a call. */
export const passwordCost: PasswordCost = Object.freeze({ N: 2 ** 17, r: 8, p: 1 });

/** The stored form of a password: `scrypt$N$r$p$salt$key`. Takes a fifth of a second: call it before a transaction begins. */
export async function hashPassword(password: string, { N, r, p }: PasswordCost): Promise<string> {
  const salt = randomBytes(16);
  const key = await slowHash(password, salt, { N, r, p });
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$');
}

/**
 * Whether the password is the one behind the stored form. Without a stored form it does the work of a hash at that cost and
 * answers false, so that the time tells nothing about which addresses exist.
 */
export async function isPasswordOf(
  stored: string | undefined,
  password: string,
  cost: PasswordCost,
): Promise<boolean> {
  const [, n, r, p, salt, key] = (stored ?? '').split('$');
  if (salt === undefined || key === undefined) {
    await slowHash(password, randomBytes(16), cost);
    return false;
  }
  const expected = Buffer.from(key, 'base64');
  const given = await slowHash(password, Buffer.from(salt, 'base64'), {
    N: Number(n),
    r: Number(r),
    p: Number(p),
  });
  return expected.length === given.length && timingSafeEqual(expected, given);
}
