import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { Reader } from '../../../platform/db/reader';
import { problem } from '../../../platform/problems';
import type { PasswordCost } from '../../../platform/slow-hash';
import { findOldestPassword, type UserRow } from '../accounts/user-store';
import { hashPassword } from './password-hash';

/** A new password from a request. */
export interface SentPassword {
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
export type KnownWords = readonly string[];

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
