import { limits } from '../../generated/limits';
import { betweenTexts, pictographs, separators, unspaced } from './search-letters';
import { fold, type SearchTerm, shortestPart, textLimits, tokensIn } from './search-words';

const ascii = /^\p{ASCII}*$/u;
const unspacedLetter = new RegExp(`^[${unspaced}]`, 'u');
const pictograph = new RegExp(`^[${pictographs}]$`, 'u');
const ordinaryWords = new RegExp(`[^${pictographs}${unspaced}${separators}]+`, 'gu');
/** Characters that Unicode decomposes into more than four, but 18 at most. */
const expanding = /[\u3200-\u33ff\ufdfa\ufdfb]/;

/**
 * Whether the index of these texts lacks parts of words, because they are longer than its limits.
 * The Postgres function `search_terms` must return the same for long words; it may differ where
 * nothing is missing.
 */
export function isCut(
  texts: readonly string[],
  words: readonly string[],
  parts: readonly string[],
): boolean {
  const joined = texts.join(' ');
  const { length } = joined;
  return (
    parts.length >= limits.indexed_parts ||
    words.filter((word) => word === betweenTexts).length >= texts.length ||
    length > textLimits.characters ||
    (length > textLimits.characters / 18 && expanding.test(joined)) ||
    (length > textLimits.characters / 4 && !ascii.test(joined)) ||
    (words.some((word) => word.length >= textLimits.wordLength) && hasLongWord(fold(joined)))
  );
}

function hasLongWord(folded: string): boolean {
  const { wordLength } = textLimits;
  return (folded.match(ordinaryWords) ?? []).some(
    (word) => word.length > wordLength && Array.from(word).length > wordLength,
  );
}

/** The word of each entry that `isCut`. No text has it, because words have no underscore. */
export const cutWord = '_cut';

/** A text in lower case, as the `lower` of Postgres makes it: one character of each one. */
export function lowerCase(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase();
}

const letters = /^[\p{L}\p{N}]+$/u;
// Letters that Unicode does not compose with the letter before them.
const paired = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const han = /^\p{Script=Han}$/u;

/**
 * Terms that match every text which contains the given one in any case, if its index is not cut.
 * They match further texts. Empty if the index cannot find parts of the text.
 */
export function termsWithin(given: string): SearchTerm[] {
  return [...tokensIn(given.replaceAll(betweenTexts, ' '))].flatMap((each): SearchTerm[] => {
    if (unspacedLetter.test(each)) {
      return pairsIn(each).map((word) => ({ words: [word], isPrefix: false, isPart: false }));
    }
    // A pictograph is a word of its own.
    const isPart = letters.test(each) && Array.from(each).length >= shortestPart;
    if (!isPart && !pictograph.test(each)) return [];
    return [{ words: [each], isPrefix: false, isPart }];
  });
}

// The last letter of a run may be composed with the next one of a text.
function pairsIn(run: string): string[] {
  const all = Array.from(run);
  return all.flatMap((letter, at) => {
    const next = all[at + 1];
    if (next === undefined || !paired.test(letter) || !paired.test(next)) return [];
    return han.test(next) || at + 2 < all.length ? [`${letter}${next}`] : [];
  });
}
