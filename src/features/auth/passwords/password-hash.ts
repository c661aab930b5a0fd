import { randomBytes, timingSafeEqual } from 'node:crypto';
import { slowHash, type PasswordCost } from '../../../platform/slow-hash';

/** The cost in production: OWASP's recommendation for scrypt, 128 MiB per hash. */
export const passwordCost: PasswordCost = Object.freeze({ N: 2 ** 17, r: 8, p: 1 });

/**
 * Hashes a password: `scrypt$N$r$p$salt$key`. Takes 200 ms, so call it before a transaction begins.
 * Reuses the salt of the hash `like` if that has the same cost: all accounts of an address share a
 * salt, so a sign-in derives one key for all of them. Accounts that are created concurrently may
 * get different salts; a sign-in then derives two keys until one of the passwords changes.
 */
export async function hashPassword(
  password: string,
  cost: PasswordCost,
  like?: string,
): Promise<string> {
  const { N, r, p } = cost;
  const other = like === undefined ? undefined : parse(like);
  const hasSameCost = other?.cost.N === N && other.cost.r === r && other.cost.p === p;
  const salt = hasSameCost ? other.salt : randomBytes(16);
  const key = await slowHash(password, salt, cost);
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$');
}

/**
 * The accounts with this password. Derives one key per salt and cost, and also one when there is no
 * account, so the duration reveals neither whether an address has an account nor, while its
 * accounts share a salt, how many.
 */
export async function findMatching<Account extends { readonly password_hash: string }>(
  accounts: readonly Account[],
  password: string,
  cost: PasswordCost,
): Promise<Account[]> {
  const keys = new Map<string, Buffer>();
  const matching: Account[] = [];
  for (const account of accounts) {
    const stored = parse(account.password_hash);
    if (stored === undefined) continue;
    const derived =
      keys.get(stored.parameters) ?? (await slowHash(password, stored.salt, stored.cost));
    keys.set(stored.parameters, derived);
    if (stored.key.length === derived.length && timingSafeEqual(stored.key, derived)) {
      matching.push(account);
    }
  }
  if (keys.size === 0) await slowHash(password, randomBytes(16), cost);
  return matching;
}

/** Whether the password matches the stored hash. */
export async function isPasswordOf(
  stored: string,
  password: string,
  cost: PasswordCost,
): Promise<boolean> {
  return (await findMatching([{ password_hash: stored }], password, cost)).length > 0;
}

// Undefined for an account without a usable password.
function parse(stored: string) {
  const [, n, r, p, salt, key] = stored.split('$');
  if (salt === undefined || key === undefined) return undefined;
  return {
    parameters: stored.slice(0, stored.lastIndexOf('$')),
    salt: Buffer.from(salt, 'base64'),
    cost: { N: Number(n), r: Number(r), p: Number(p) },
    key: Buffer.from(key, 'base64'),
  };
}
