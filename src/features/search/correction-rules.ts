import { limits } from '../../../generated/limits';
import { fold, type SearchGroups, type SearchTerm, wordsOf } from '../../platform/search-words';

/** The spellings that one search looks for at most. A query in the Latin script has fewer. */
const maxSpellings = 12_000;

/** The terms with all words from which each may differ by one typing error. */
export interface Spellings {
  /** The groups with these words as alternatives. */
  readonly groups: SearchGroups;
  readonly of: ReadonlyMap<SearchTerm, ReadonlySet<string>>;
}

/**
 * The words from which the terms may differ by one typing error, without the `known` terms, which
 * records contain: common words that no record has together would be looked up in hundreds of
 * spellings. Undefined if no other term is long enough. The spellings are looked up in the index
 * like other words, so no list of words is needed.
 */
export function spellingsOf(
  groups: SearchGroups,
  known: ReadonlySet<SearchTerm>,
): Spellings | undefined {
  const of = new Map<SearchTerm, ReadonlySet<string>>();
  let count = 0;
  for (const term of groups.flat()) {
    const isWrong = isCorrectable(term) && !known.has(term);
    const spellings = isWrong ? oneErrorFrom(term.words[0]) : new Set<string>();
    count += spellings.size;
    if (count > maxSpellings) break;
    if (spellings.size > 0) of.set(term, spellings);
  }
  if (of.size === 0) return undefined;
  const whole = (word: string): SearchTerm => ({ words: [word], isPrefix: false, isPart: false });
  return {
    groups: groups.map((terms) =>
      terms.flatMap((term) => [term, ...Array.from(of.get(term) ?? [], whole)]),
    ),
    of,
  };
}

/**
 * The terms as they are most often spelled in the texts of records, the newest first, that contain
 * a spelling of each; undefined if there is no such text.
 */
export function correctedTo(
  groups: SearchGroups,
  { of }: Spellings,
  texts: readonly string[],
): SearchGroups | undefined {
  const found = new Map<string, { readonly groups: SearchGroups; count: number }>();
  for (const text of texts) {
    const words = new Set(wordsOf(text));
    const corrected = groups.map((terms) =>
      terms.map((term) => {
        const [word] = term.words;
        if ([...words].some((each) => each.includes(word))) return term;
        const spelling = [...(of.get(term) ?? [])].find((each) => words.has(each));
        return spelling === undefined ? term : { ...term, words: [spelling] as const };
      }),
    );
    const key = JSON.stringify(corrected);
    const known = found.get(key) ?? { groups: corrected, count: 0 };
    found.set(key, { ...known, count: known.count + 1 });
  }
  const [best] = [...found.values()].toSorted((one, other) => other.count - one.count);
  return best?.groups;
}

function isCorrectable({ words, isPart }: SearchTerm): boolean {
  const [word] = words;
  return (
    isPart && /^\p{L}+$/u.test(word) && Array.from(word).length >= limits.corrected_word_characters
  );
}

function oneErrorFrom(word: string): ReadonlySet<string> {
  const letters = Array.from(word);
  const alphabet = alphabetOf(letters);
  const found = new Set<string>();
  for (let at = 0; at <= letters.length; at += 1) {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at)];
    const [here = '', next = '', ...rest] = after;
    const later = after.slice(1).join('');
    if (here !== '') found.add(`${before}${later}`);
    if (next !== '') found.add(`${before}${next}${here}${rest.join('')}`);
    for (const letter of alphabet) {
      found.add(`${before}${letter}${here}${later}`);
      if (here !== '') found.add(`${before}${letter}${later}`);
    }
  }
  found.delete(word);
  return found;
}

/** The folded letters of the blocks of 128 characters that have letters of the word. */
function alphabetOf(letters: readonly string[]): string[] {
  const blocks = new Set(letters.map((letter) => (letter.codePointAt(0) ?? 0) >> 7));
  return [...blocks].flatMap((block) =>
    Array.from({ length: 128 }, (_, at) => String.fromCodePoint(block * 128 + at)).filter(
      (letter) => /^\p{L}$/u.test(letter) && fold(letter) === letter,
    ),
  );
}
