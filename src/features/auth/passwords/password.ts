import { randomBytes, timingSafeEqual } from 'node:crypto';
import { slowHash, type PasswordCost } from '../../../platform/slow-hash';

/** What it costs in production: OWASP's recommendation for scrypt; 128 MiB a call. */
export const passwordCost: PasswordCost = Object.freeze({ N: 2 ** 17, r: 8, p: 1 });

/**
 * The stored form of a password: `scrypt$N$r$p$salt$key`. Takes a fifth of a second: call it before
 * a transaction begins. The salt is that of `like`, another stored form, where it has the same
 * cost: all accounts of an address share one, so that signing in derives one key for all of them.
 * Two accounts that are made at the same time may get a salt each; signing in then derives both
 * keys, until one of the passwords is changed.
 */
export async function hashPassword(
  password: string,
  cost: PasswordCost,
  like?: string,
): Promise<string> {
  const { N, r, p } = cost;
  const other = like === undefined ? undefined : parse(like);
  const isAlike = other?.cost.N === N && other.cost.r === r && other.cost.p === p;
  const salt = isAlike ? other.salt : randomBytes(16);
  const key = await slowHash(password, salt, cost);
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$');
}

/**
 * Those of the accounts whose password it is. Derives one key for each salt and cost among them,
 * and one in vain where there is no account, so that the time tells neither whether an address has
 * an account nor, as long as its accounts share a salt, how many.
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
    const given = keys.get(stored.how) ?? (await slowHash(password, stored.salt, stored.cost));
    keys.set(stored.how, given);
    if (stored.key.length === given.length && timingSafeEqual(stored.key, given)) {
      matching.push(account);
    }
  }
  if (keys.size === 0) await slowHash(password, randomBytes(16), cost);
  return matching;
}

/** Whether the password is the one behind the stored form. */
export async function isPasswordOf(
  stored: string,
  password: string,
  cost: PasswordCost,
): Promise<boolean> {
  return (await findMatching([{ password_hash: stored }], password, cost)).length > 0;
}

// Undefined where an account has no password that anybody could know.
function parse(stored: string) {
  const [, n, r, p, salt, key] = stored.split('$');
  if (salt === undefined || key === undefined) return undefined;
  return {
    how: stored.slice(0, stored.lastIndexOf('$')),
    salt: Buffer.from(salt, 'base64'),
    cost: { N: Number(n), r: Number(r), p: Number(p) },
    key: Buffer.from(key, 'base64'),
  };
}
