import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { Reader } from '../../../platform/db/reader';
import { problem, rateLimited } from '../../../platform/problems';
import { type PasswordCost, slowHash } from '../../../platform/slow-hash';
import { findOldestPassword, type UserRow } from '../accounts/user-store';

/** A new password from a request. */
interface SentPassword {
  /** Its field, such as `body/password`. */
  readonly path: string;
  readonly text: string;
  readonly cost: PasswordCost;
}

/**
 * Hashes a person's new password. Throws 422 `PASSWORD_TOO_COMMON`. Slow: call it before a
 * transaction begins.
 */
export async function hashNewPassword(
  reader: Reader,
  user: UserRow,
  { path, text, cost }: SentPassword,
): Promise<string> {
  await checkNewPassword(path, text, [user.email, user.name, user.workspace_name]);
  return hashPassword(text, cost, await findOldestPassword(reader, user.email));
}

// The throttle permits 50 guesses an hour, so this many take more than two years.
const MIN_GUESSES = 1e6;

// The estimate takes quadratic time, so only the beginning of a long password is checked.
const CHECKED_CHARACTERS = 32;

/** Words that an attacker knows about the account: its address, its name, its workspace. */
type KnownWords = readonly string[];

/**
 * Whether the password is among the first million guesses of an attacker: common passwords,
 * sequences, repetitions, and combinations of words that are known about the account (NIST SP
 * 800-63B-4, 3.1.1.2: a blocklist instead of composition rules).
 */
export async function isCommonPassword(password: string, known: KnownWords): Promise<boolean> {
  estimator ??= loadEstimator();
  const { check } = await estimator;
  const words = ['callboard', ...known].flatMap((text) => [
    text,
    text.split('@', 1).join(''),
    ...text.split(/[^\p{L}\p{N}]+/u),
  ]);
  // Lower case, because capitals hardly make a known word harder to guess.
  const checked = password.normalize('NFKC').toLowerCase().slice(0, CHECKED_CHARACTERS);
  return check(checked, words) < MIN_GUESSES;
}

/** Throws 422 `PASSWORD_TOO_COMMON` for a common password; `path` is such as `body/password`. */
export async function checkNewPassword(
  path: string,
  password: string,
  known: KnownWords,
): Promise<void> {
  if (!(await isCommonPassword(password, known))) return;
  const message = `${path} is among the passwords that attackers try first. Choose another one, such as four unrelated words.`;
  throw problem('PASSWORD_TOO_COMMON', message, {
    issues: [{ path, code: 'PASSWORD_TOO_COMMON', message }],
  });
}

interface Estimator {
  readonly check: (password: string, words: readonly string[]) => number;
}

// Loading the dictionary takes 100 ms, so it is loaded for the first new password.
let estimator: Promise<Estimator> | undefined;

async function loadEstimator(): Promise<Estimator> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn: ZxcvbnFactory = new Factory({ dictionary, graphs: adjacencyGraphs });
  return { check: (password, words) => zxcvbn.check(password, [...words]).guesses };
}

/** The cost in production: OWASP's recommendation for scrypt, 128 MiB per hash. */
export const passwordCost: PasswordCost = Object.freeze({ N: 2 ** 17, r: 8, p: 1 });

const saltLength = 16;

/** The salt of 16 bytes and the key of 32 bytes, at the end of a hash. */
const saltAndKey = /\$([\w+/]{22}==)\$([\w+/]{43}=)$/;

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
  const other = like === undefined ? undefined : parse(like, [cost]);
  const salt = other?.salt ?? randomBytes(saltLength);
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
    const stored = parse(account.password_hash, [passwordCost, cost]);
    if (stored === undefined) continue;
    const derived =
      keys.get(stored.parameters) ?? (await slowHash(password, stored.salt, stored.cost));
    keys.set(stored.parameters, derived);
    if (timingSafeEqual(stored.key, derived)) matching.push(account);
  }
  if (keys.size === 0) await slowHash(password, randomBytes(saltLength), cost);
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

/** Whether `hashPassword` could have stored this text, with production's cost or this one. */
export function isPasswordHash(stored: string, cost: PasswordCost = passwordCost): boolean {
  return parse(stored, [passwordCost, cost]) !== undefined;
}

interface StoredHash {
  /** The part that decides the derived key. */
  readonly parameters: string;
  readonly salt: Buffer;
  readonly cost: PasswordCost;
  readonly key: Buffer;
}

/**
 * The parts of a stored hash. Undefined for an account without a usable password: scrypt throws on
 * some costs and takes all memory for others, so only hashes of known costs count.
 */
function parse(stored: string, costs: readonly PasswordCost[]): StoredHash | undefined {
  const cost = costs.find(({ N, r, p }) => stored.startsWith(`scrypt$${N}$${r}$${p}$`));
  const [, salt, key] = saltAndKey.exec(stored) ?? [];
  if (cost === undefined || salt === undefined || key === undefined) return undefined;
  const parameters = `scrypt$${cost.N}$${cost.r}$${cost.p}$${salt}`;
  if (stored !== `${parameters}$${key}`) return undefined;
  return {
    parameters,
    salt: Buffer.from(salt, 'base64'),
    cost,
    key: Buffer.from(key, 'base64'),
  };
}

// Node hashes on four threads. More of one source would only delay the others.
const MAX_RUNNING = 4;
const MAX_WAITING = 200;

/** Queues the work of one source, such as a network, and runs it. */
type HashQueue = <T>(source: string, work: () => Promise<T>) => Promise<T>;

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Creates a queue per source that runs four hashes at a time in this process. Of a thousand
 * concurrent guesses only four are hashed before the throttle counts failures, and other sources do
 * not wait. Throws 429 when 200 wait already.
 */
export function createHashQueue(): HashQueue {
  const queues = new Map<string, Queue>();
  return async (source, work) => {
    const queue = queues.get(source) ?? { running: 0, waiting: [] };
    queues.set(source, queue);
    if (queue.running < MAX_RUNNING) queue.running += 1;
    else await waitForTurn(queue);
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next === undefined) queue.running -= 1;
      else next();
      if (queue.running === 0) queues.delete(source);
    }
  };
}

// A finished work starts the next one, so `running` does not change.
function waitForTurn({ waiting }: Queue): Promise<void> {
  if (waiting.length >= MAX_WAITING) {
    throw rateLimited('Too many attempts are waiting.', 1);
  }
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}
