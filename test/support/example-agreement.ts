import { isRecord } from '../../src/platform/json';
import { worldIds } from './example-world';

const id = /^([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}$/;
const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const secrets = [/^cb_[0-9a-f]{24}_[0-9a-f]{64}$/, /^cb[ir]_[0-9a-f]+$/, /^[0-9a-f]{24}$/];
/** Milliseconds that a test may take between the examples' "now" and its response. */
const patience = 5 * 60_000;

/**
 * Where and how a response differs from the contract's example; undefined when it does not. Both
 * need the same fields, arrays of the same length, and the same values, except for values that
 * differ in each run:
 * - the id of a record that the request makes may be another of the same kind, but the same one
 *   wherever the example repeats it;
 * - a timestamp is shifted by `moved` milliseconds, as the example world is;
 * - a secret, or the public id of a token, may be another of the same form;
 * - a cursor, `next`, may be another cursor.
 */
export function disagreement(example: unknown, answer: unknown, moved: number): string | undefined {
  const made = new Map<string, string>();
  const compare = (shown: unknown, got: unknown, at: string): string | undefined => {
    if (Array.isArray(shown) && Array.isArray(got)) {
      if (shown.length !== got.length) return `${at} has ${got.length} items, not ${shown.length}`;
      return first(shown.map((each, index) => () => compare(each, got[index], `${at}/${index}`)));
    }
    if (isRecord(shown) && isRecord(got)) {
      const names = [...new Set([...Object.keys(shown), ...Object.keys(got)])];
      return first(
        names.map((name) => () => {
          if (!Object.hasOwn(got, name)) return `${at}/${name} is missing`;
          if (!Object.hasOwn(shown, name)) return `${at}/${name} is not in the example`;
          return compare(shown[name], got[name], `${at}/${name}`);
        }),
      );
    }
    return shown === got || alike(shown, got, at)
      ? undefined
      : `${at} is ${JSON.stringify(got)}, not ${JSON.stringify(shown)}`;
  };
  const alike = (shown: unknown, got: unknown, at: string): boolean => {
    if (typeof shown !== 'string' || typeof got !== 'string') return false;
    if (timestamp.test(shown) && timestamp.test(got)) {
      return Math.abs(Date.parse(got) - moved - Date.parse(shown)) < patience;
    }
    const kind = id.exec(shown)?.[1];
    if (kind !== undefined) {
      if (worldIds.has(shown) || worldIds.has(got) || id.exec(got)?.[1] !== kind) return false;
      const before = made.get(shown);
      made.set(shown, got);
      return before === undefined || before === got;
    }
    return at.endsWith('/next') || secrets.some((form) => form.test(shown) && form.test(got));
  };
  return compare(example, answer, '');
}

function first(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const found = check();
    if (found !== undefined) return found;
  }
  return undefined;
}
