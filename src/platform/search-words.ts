import { limits } from '../../generated/limits';
import { isInvisible } from './name-key';
import {
  betweenTexts,
  combining,
  foldedLetters,
  marks,
  maxCombining,
  pairs,
  pictographs,
  separators,
  shortText,
  singles,
  unspaced,
} from './search-letters';

const mark = new RegExp(`[${marks}]`, 'gu');
const longRun = new RegExp(`([${combining}]{${maxCombining}})[${combining}]+`, 'gu');
const foldedLetter = new RegExp(`[${foldedLetters}]`, 'gu');
const unspacedLetter = new RegExp(`^[${unspaced}]`, 'u');
const ordinary = `[^${pictographs}${unspaced}${separators}]`;
const token = new RegExp(`[${unspaced}]+|[${pictographs}]|${ordinary}+`, 'gu');
// ASCII text only needs lower case; its words are found in a third of the time.
const ascii = /^\p{ASCII}*$/u;
const plain = new RegExp(`^[\\p{ASCII}${betweenTexts}]*$`, 'u');
const plainWord = new RegExp(`[0-9a-z${betweenTexts}]+`, 'g');
const wordCharacter = new RegExp(ordinary, 'u');
/** The characters that begin and end a phrase of a query. */
export const searchQuotes = /["\u00ab\u00bb\u201c-\u201f]/u;

/**
 * Maximum characters of a text, characters of a word, distinct words of a text, and words of a text
 * whose place is known. Postgres has the last limit.
 */
export const textLimits = {
  characters: 200_000,
  wordLength: 40,
  words: limits.indexed_words,
  places: 16_383,
} as const;

/** UTF-16 units that are folded at once to find a position. */
const chunkLength = 1000;

/**
 * A text without case, diacritics, strokes of letters and compatibility variants. The Postgres
 * function `search_fold` does the same.
 */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return decomposed(text)
    .replace(mark, '')
    .toLowerCase()
    .replace(foldedLetter, (letter) => singles.get(letter) ?? pairs[letter] ?? letter);
}

/**
 * The words of a text in their order, folded, with repetitions as far as places are known.
 * `betweenTexts` stands for each word that is left out. Letters
 * of a script without spaces are words together with the next one, and the last one alone. The
 * Postgres function `search_words` (the migration "search") must return the same, because index and
 * queries must agree. So a change here needs a migration.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  const found = new Set<string>();
  let place = 0;
  for (const each of allWords(text)) {
    place += 1;
    const isLeftOut = found.has(each) ? place > textLimits.places : found.size === textLimits.words;
    if (!isLeftOut) found.add(each);
    words.push(isLeftOut ? betweenTexts : each);
  }
  return words;
}

/** The minimum number of characters of a word that is found inside longer words. */
export const shortestPart: number = limits.searched_part_characters;

/** The number of characters of the longest indexed parts. */
export const partLength: number = limits.indexed_part_characters;

/** The number of characters of the longest beginning that is indexed besides the parts. */
export const beginningLength = shortestPart - 1;

/**
 * The parts of the words with 3 to 6 characters, and the shorter beginnings, each once. All are
 * looked up whole, because databases read everything that begins with a prefix at once. The
 * Postgres function `search_terms` must return the same.
 */
export function partsOf(words: readonly string[]): string[] {
  const parts = new Set<string>();
  for (const word of new Set(words)) {
    if (word === betweenTexts) continue;
    const letters = ascii.test(word) ? word : Array.from(word);
    const add = (start: number, length: number): void => {
      if (parts.size >= limits.indexed_parts) return;
      const part = letters.slice(start, start + length);
      parts.add(typeof part === 'string' ? part : part.join(''));
    };
    for (let length = 1; length <= Math.min(beginningLength, letters.length); length += 1) {
      add(0, length);
    }
    for (let at = 0; at + shortestPart <= letters.length; at += 1) {
      const longest = Math.min(partLength, letters.length - at);
      for (let length = shortestPart; length <= longest; length += 1) add(at, length);
    }
  }
  return [...parts];
}

/** What a query looks for: a word, or the words of a phrase in their order. */
export interface SearchTerm {
  readonly words: readonly [string, ...string[]];
  /** Whether the last word also matches words that begin with it. */
  readonly isPrefix: boolean;
  /** Whether the word, which is the only one, also matches inside of longer words. */
  readonly isPart: boolean;
}

/**
 * The maximum number of distinct words of a query. Each takes an index lookup, and a search in the
 * title of every match.
 */
export const maxSearchWords: number = limits.searched_words;

/** Groups of terms. A record must match one term of each. */
export type SearchGroups = readonly (readonly SearchTerm[])[];

/** `OR` as a word of its own. */
const alternative = /(?<!\S)OR(?!\S)/u;

/**
 * The first 16 distinct words of a query; text in quotes is a phrase. A record must match one term
 * of each group: the terms between which the text has `OR`. An ordinary word of at least three
 * characters is a part. The last word of the text may be incomplete, so it is a prefix when it has
 * at least two characters, unless a quote ends it. A single letter of a script without spaces is a
 * prefix, because the index has it with the next one.
 */
export function searchTermsIn(text: string): SearchTerm[][] {
  const parts = text.replaceAll(betweenTexts, ' ').split(searchQuotes);
  const terms = new Map<string, SearchTerm>();
  const groups: string[][] = [];
  let count = 0;
  let isAlternative = false;
  const add = (term: SearchTerm): void => {
    const key = `${term.isPart ? '' : ' '}${term.words.join(' ')}`;
    const known = terms.get(key);
    if (known === undefined) count += term.words.length;
    if (known === undefined && count > maxSearchWords) return;
    terms.set(key, { ...term, isPrefix: term.isPrefix || known?.isPrefix === true });
    if (isAlternative && groups.length > 0) groups.at(-1)?.push(key);
    else if (known === undefined || !groups.some((group) => isOnly(group, key))) groups.push([key]);
    isAlternative = false;
  };
  for (const [index, part] of parts.entries()) {
    const isLastPart = index === parts.length - 1;
    const shortened = first(part, textLimits.characters);
    if (index % 2 > 0) addPhrase(add, visibleTokens(shortened), isLastPart);
    else {
      const pieces = shortened.split(alternative);
      for (const [at, piece] of pieces.entries()) {
        isAlternative ||= at > 0;
        const isLast = at === pieces.length - 1;
        addWords(add, piece, { isLast: isLastPart && isLast, isBefore: !isLast, isAfter: at > 0 });
      }
    }
  }
  return groups.map((keys) => [...new Set(keys)].flatMap((key) => terms.get(key) ?? []));
}

function isOnly(group: readonly string[], key: string): boolean {
  return group.length === 1 && group[0] === key;
}

type Add = (term: SearchTerm) => void;

// Nobody types a word without a visible character; it comes with a copied text.
function visibleTokens(text: string): string[] {
  return [...tokensIn(text)].filter((each) => !isInvisible(each));
}

function addPhrase(add: Add, tokens: string[], isLastPart: boolean): void {
  const last = tokens.pop();
  const [head, ...tail] = [
    ...tokens.flatMap((each) => [...wordsIn(each)]),
    ...(last === undefined ? [] : queryWords(last)),
  ].slice(0, maxSearchWords);
  if (head === undefined || last === undefined) return;
  const isPrefix = isLoneLetter(last) || (isLastPart && mayContinue(last));
  add({ words: [head, ...tail], isPrefix, isPart: false });
}

function addWords(
  add: Add,
  text: string,
  place: { readonly isLast: boolean; readonly isBefore: boolean; readonly isAfter: boolean },
): void {
  const tokens = visibleTokens(text);
  for (const [at, each] of tokens.entries()) {
    const isLast = at === tokens.length - 1;
    const isPrefix = isLoneLetter(each) || (place.isLast && isLast && mayContinue(each));
    const [head, ...tail] = queryWords(each);
    if (head === undefined) continue;
    // All words of the run are one alternative.
    const isPhrase = (place.isBefore && isLast) || (place.isAfter && at === 0);
    if (isPhrase) add({ words: [head, ...tail], isPrefix, isPart: isPart(each) });
    else for (const word of [head, ...tail]) add({ words: [word], isPrefix, isPart: isPart(each) });
  }
}

/** The query of which `searchTermsIn` makes these groups. */
export function queryOf(groups: SearchGroups): string {
  return groups
    .map((terms) =>
      terms
        .map(({ words, isPart }) => {
          const [word] = words;
          const isPhrase = words.length > 1 || (!isPart && first(word, shortestPart - 1) !== word);
          return isPhrase ? `"${words.join(' ')}"` : word;
        })
        .join(' OR '),
    )
    .join(' ');
}

/** The position of the first match of the terms in a text, in UTF-16 units, or undefined. */
export function findTermPosition(terms: readonly SearchTerm[], text: string): number | undefined {
  const folded = fold(text);
  const positions = terms.flatMap((each) => positionIn(folded, each) ?? []);
  if (positions.length === 0) return undefined;
  const position = Math.min(...positions);
  return ascii.test(text) ? position : unfoldedPosition(text, position);
}

function decomposed(text: string): string {
  const isShort = Buffer.byteLength(text) <= shortText;
  return (isShort ? text : text.replace(longRun, '$1')).normalize('NFKD');
}

function* allWords(text: string): Generator<string> {
  const known = first(text, textLimits.characters);
  if (plain.test(known)) yield* tokensIn(known);
  else for (const each of tokensIn(known)) yield* wordsIn(each);
}

/** Words, and runs of letters of scripts without spaces, folded. */
export function* tokensIn(text: string): Generator<string> {
  if (plain.test(text)) {
    for (const [each] of text.toLowerCase().matchAll(plainWord))
      yield first(each, textLimits.wordLength);
    return;
  }
  for (const [each] of fold(first(decomposed(text), textLimits.characters)).matchAll(token)) {
    yield unspacedLetter.test(each) ? each.normalize('NFC') : first(each, textLimits.wordLength);
  }
}

function* wordsIn(text: string): Generator<string> {
  if (!unspacedLetter.test(text)) {
    yield text;
    return;
  }
  const letters = Array.from(text);
  for (const [at, letter] of letters.entries()) yield `${letter}${letters[at + 1] ?? ''}`;
}

// The last letter of a run may have a next one in the text.
function queryWords(text: string): string[] {
  const words = [...wordsIn(text)];
  return unspacedLetter.test(text) && words.length > 1 ? words.slice(0, -1) : words;
}

function isPart(text: string): boolean {
  return !unspacedLetter.test(text) && first(text, shortestPart - 1) !== text;
}

function isLoneLetter(text: string): boolean {
  return unspacedLetter.test(text) && first(text, 1) === text;
}

function mayContinue(text: string): boolean {
  return !unspacedLetter.test(text) && first(text, 1) !== text;
}

function positionIn(folded: string, term: SearchTerm): number | undefined {
  const [head, ...tail] = term.words;
  if (tail.length > 0) return phrasePosition(folded, term);
  // The text is decomposed.
  const target = head.normalize('NFD');
  const isOrdinary = wordCharacter.test(firstOf(target));
  const matchesPrefix = term.isPrefix || target.length >= textLimits.wordLength;
  let part: number | undefined;
  for (let at = folded.indexOf(target); at >= 0; at = folded.indexOf(target, at + 1)) {
    if (!isOrdinary) return at;
    const starts = at === 0 || !wordCharacter.test(characterBefore(folded, at));
    const end = at + target.length;
    const ends =
      matchesPrefix || end === folded.length || !wordCharacter.test(characterAt(folded, end));
    if (starts && ends) return at;
    part ??= at;
  }
  return term.isPart ? part : undefined;
}

function phrasePosition(folded: string, { words, isPrefix }: SearchTerm): number | undefined {
  const recent: { readonly word: string; readonly at: number }[] = [];
  const last = words.length - 1;
  const matches = (word: string, at: number): boolean =>
    word === words[at] || (isPrefix && at === last && word.startsWith(words[at] ?? ''));
  for (const { 0: each, index } of folded.matchAll(token)) {
    const text = unspacedLetter.test(each)
      ? each.normalize('NFC')
      : first(each, textLimits.wordLength);
    for (const word of wordsIn(text)) {
      recent.push({ word, at: index });
      if (recent.length > words.length) recent.shift();
      const [start] = recent;
      const isWhole = recent.length === words.length;
      if (isWhole && recent.every((one, at) => matches(one.word, at))) return start?.at;
    }
  }
  return undefined;
}

// Folding has changed the length. Find the chunk with the position first, because folding a chunk
// is much cheaper than folding its characters one by one.
function unfoldedPosition(text: string, position: number): number {
  let [at, length] = [0, 0];
  while (at < text.length) {
    const next = chunkEnd(text, at);
    const folded = fold(text.slice(at, next)).length;
    if (length + folded > position) break;
    [at, length] = [next, length + folded];
  }
  for (const character of text.slice(at, at + chunkLength + 1)) {
    length += fold(character).length;
    if (length > position) break;
    at += character.length;
  }
  return at;
}

// Never splits a surrogate pair.
function chunkEnd(text: string, at: number): number {
  const unit = text.charCodeAt(at + chunkLength);
  return at + chunkLength + (unit >= 0xdc00 && unit <= 0xdfff ? 1 : 0);
}

function firstOf(text: string): string {
  return characterAt(text, 0);
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

function characterBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  return characterAt(text, unit >= 0xdc00 && unit <= 0xdfff ? at - 2 : at - 1);
}

// Counts code points, as Postgres does.
function first(text: string, count: number): string {
  return text.length <= count
    ? text
    : Array.from(text.slice(0, 2 * count))
        .slice(0, count)
        .join('');
}
