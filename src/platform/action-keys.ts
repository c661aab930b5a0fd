import { maxSearchWords } from './search-words';

/** What the keys of a workspace's actions begin with. */
export interface KeyPrefixes {
  /** The current prefix, then the earlier ones. */
  readonly keyPrefixes: readonly string[];
}

/** The form of a prefix: two to five capital letters and digits, a letter first. */
const prefixForm = /^[A-Z][A-Z0-9]{1,4}$/;

// A key in a request, in any case. One with more digits than a number of the column has is a key of
// no action, not a name of something else.
const keyForm = /^([A-Za-z][A-Za-z0-9]{1,4})-([1-9][0-9]{0,99})$/;
// Texts that programs set or that are typed with an input method have other hyphens and full-width
// characters: `CT‑142`, `ＣＴ－１４２`.
const dashes = /[\u2010-\u2015\u2212]/g;
const ascii = /^[ -~]*$/;
// Letters of scripts without spaces may stand beside a key.
const betweenKeys = /[^\p{Script=Latin}\p{Nd}-]/u;

const largestNumber = 2 ** 31 - 1;
const mostInitials = 5;
const lettersOfOneWord = 3;
const otherwise = 'ACT';

/** The prefix of a new workspace: the initials of its name, or the beginning of its only word. */
export function defaultPrefix(name: string): string {
  const plain = name.slice(0, 200).normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase();
  const words = plain.match(/[A-Z0-9]+/g) ?? [];
  const initials = words.map((word) => word.slice(0, 1)).join('');
  const [first = ''] = words;
  const chosen =
    words.length > 1 ? initials.slice(0, mostInitials) : first.slice(0, lettersOfOneWord);
  return prefixForm.test(chosen) ? chosen : otherwise;
}

/** A text with the hyphens, letters and digits that keys have, instead of their other forms. */
export function withPlainKeys(text: string): string {
  return ascii.test(text) ? text : text.normalize('NFKC').replaceAll(dashes, '-');
}

/** Whether a text has the form of a key. */
export function isKey(text: string): boolean {
  return keyForm.test(withPlainKeys(text));
}

/** The number that a key names; undefined for any other text. */
export function numberOf(text: string, prefixes: readonly string[]): number | undefined {
  const [, prefix = '', digits = ''] = keyForm.exec(withPlainKeys(text)) ?? [];
  const number = Number(digits);
  if (!prefixes.includes(prefix.toUpperCase()) || number > largestNumber) return undefined;
  return number;
}

/** The numbers of the first 16 different keys among the words of a text, in its order. */
export function numbersIn(text: string, prefixes: readonly string[]): number[] {
  const found = withPlainKeys(text)
    .split(betweenKeys)
    .flatMap((word) => numberOf(word, prefixes) ?? []);
  return [...new Set(found)].slice(0, maxSearchWords);
}

/**
 * The key of an action. An action gets its number with the commit of its creation: until then, a
 * mark stands for it, whose first character no text of a request contains.
 */
export function keyOf(
  { keyPrefixes: [prefix = otherwise] }: KeyPrefixes,
  { id, number }: { readonly id: string; readonly number: number | string | null },
): string {
  return `${prefix}-${number ?? `\0${id}`}`;
}

// As JSON has it, in a string that begins with the prefix.
const pending = /-\\u0000(act_\w+)"/g;

/** The ids of the actions in a JSON text whose numbers are not known yet. */
export function idsWithoutNumber(json: string): string[] {
  return [...new Set(Array.from(json.matchAll(pending), ([, id = '']) => id))];
}

/** The JSON text with the numbers of these actions. */
export function withNumbers(json: string, numbers: ReadonlyMap<string, number>): string {
  return json.replaceAll(pending, (found, id: string) => {
    const number = numbers.get(id);
    return number === undefined ? found : `-${number}"`;
  });
}
