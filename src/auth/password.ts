import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';

/** What a hash costs, in scrypt's own words. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** What it costs in production: OWASP's recommendation for scrypt; 128 MiB a call. */
export const passwordCost: PasswordCost = Object.freeze({ N: 2 ** 17, r: 8, p: 1 });
const keyLength = 32;

/** The stored form of a password: `scrypt$N$r$p$salt$key`. Takes a fifth of a second: call it before a transaction begins. */
export async function hashPassword(password: string, { N, r, p }: PasswordCost): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, { N, r, p });
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
    await derive(password, randomBytes(16), cost);
    return false;
  }
  const expected = Buffer.from(key, 'base64');
  const given = await derive(password, Buffer.from(salt, 'base64'), {
    N: Number(n),
    r: Number(r),
    p: Number(p),
  });
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function derive(password: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
