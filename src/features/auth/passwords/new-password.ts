import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { problem } from '../../../platform/problems';

// What the throttle lets an attacker try on one account in two years: 50 guesses an hour.
const MOST_GUESSES = 1e6;
// The estimate takes quadratic time, so it gets the beginning of a long password only.
const JUDGED_CHARACTERS = 32;

/** Words that an attacker knows of the account: its address, its name, its workspace. */
export type KnownWords = readonly string[];

/**
 * Whether an attacker would try the password among the first million guesses: the common ones,
 * those of a sequence or of one repeated part, and those made of what is known of the account (NIST
 * SP 800-63B-4, 3.1.1.2: a blocklist and no rules of composition).
 */
export async function isCommonPassword(password: string, known: KnownWords): Promise<boolean> {
  estimator ??= loadEstimator();
  const { check } = await estimator;
  const words = ['callboard', ...known].flatMap((text) => [
    text,
    text.split('@', 1).join(''),
    ...text.split(/[^\p{L}\p{N}]+/u),
  ]);
  // Capitals in unusual places make a known word no harder to guess than it is.
  const judged = password.normalize('NFKC').toLowerCase().slice(0, JUDGED_CHARACTERS);
  return check(judged, words) < MOST_GUESSES;
}

/**
 * Throws 422 `PASSWORD_TOO_COMMON` for such a password; `path` names its field, such as
 * `body/password`.
 */
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

// Loading the dictionary takes a tenth of a second, so it waits for the first new password.
let estimator: Promise<Estimator> | undefined;

async function loadEstimator(): Promise<Estimator> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const made: ZxcvbnFactory = new Factory({ dictionary, graphs: adjacencyGraphs });
  return { check: (password, words) => made.check(password, [...words]).guesses };
}
