import { limits } from '../../generated/limits';

// Combining and joining characters, which are removed: words with and without them are equal.
const marks =
  '\\u00ad\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u064b-\\u065f\\u0670\\u200b-\\u200f\\u2060\\ufe00-\\ufe0f\\ufeff';

// Characters that are words by themselves, as Chinese and Japanese have no spaces, and pictographs.
const singleCharacterWords =
  '\\u2600-\\u27bf\\u2e80-\\u2fff\\u3005-\\u3007\\u3021-\\u3029\\u3041-\\u3098\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3105-\\u312f\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{1f000}-\\u{1faff}\\u{20000}-\\u{3ffff}';

// Separators: white space, punctuation, symbols.
const separators =
  '\\u0000-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b1\\u00b4\\u00b6-\\u00b8\\u00bb\\u00bf\\u00d7\\u00f7\\u037e\\u0387\\u055a-\\u055f\\u0589\\u058a\\u05be\\u05c0\\u05c3\\u05c6\\u05f3\\u05f4\\u060c\\u061b\\u061e\\u061f\\u066a-\\u066d\\u06d4\\u0964\\u0965\\u2000-\\u206f\\u20a0-\\u20cf\\u2190-\\u25ff\\u27c0-\\u2bff\\u2e00-\\u2e7f\\u3000-\\u3004\\u3008-\\u3020\\u302a-\\u303f\\u30a0\\u30fb\\ufd3e\\ufd3f\\ufe10-\\ufe6f\\uff5f-\\uff65\\ufff0-\\uffff';

const mark = new RegExp(`[${marks}]`, 'gu');
const word = new RegExp(
  `[${singleCharacterWords}][\\u3099\\u309a]?|[^${singleCharacterWords}${separators}]+`,
  'gu',
);
// ASCII text only needs lower case; its words are found in a third of the time.
const ascii = /^\p{ASCII}*$/u;
const asciiWord = /[0-9a-z]+/g;
const wordCharacter = new RegExp(`[^${singleCharacterWords}${separators}]`, 'u');

/** Maximum characters of a text, characters of a word, and distinct words of a text. */
const max = { characters: 200_000, wordLength: 40, words: limits.indexed_words } as const;

/** UTF-16 units that are folded at once to find a position. */
const chunkLength = 1000;

// Ignores case, diacritics and compatibility variants.
function fold(text: string): string {
  return text.normalize('NFKD').replace(mark, '').toLowerCase().replaceAll('ς', 'σ');
}

/**
 * The distinct words of a text in their order, folded. The Postgres function `search_words` (the
 * migration "search") must return the same, because index and queries must agree. So a change here
 * needs a migration.
 */
export function wordsOf(text: string): string[] {
  const found = new Set<string>();
  for (const each of allWords(text)) {
    found.add(each);
    if (found.size === max.words) break;
  }
  return [...found];
}

/** A word of a query; `isPrefix` when it also matches words that begin with it. */
export interface SearchWord {
  readonly word: string;
  readonly isPrefix: boolean;
}

/**
 * The maximum number of distinct words of a query. Each takes an index lookup, and a search in the
 * title of every match.
 */
export const maxSearchWords: number = limits.searched_words;

/**
 * The first 16 distinct words of a query. The last word of the text may be incomplete, so it is a
 * prefix when it has at least two characters.
 */
export function searchWordsIn(text: string): SearchWord[] {
  const words = [...allWords(text)];
  const last = words.at(-1);
  return [...new Set(words)].slice(0, maxSearchWords).map((each) => ({
    word: each,
    isPrefix: each === last && first(each, 1) !== each,
  }));
}

/** The position of the first match of the words in a text, in UTF-16 units, or undefined. */
export function findWordPosition(words: readonly SearchWord[], text: string): number | undefined {
  const folded = fold(text);
  const positions = words.flatMap((each) => positionIn(folded, each) ?? []);
  if (positions.length === 0) return undefined;
  const position = Math.min(...positions);
  return folded.length === text.length ? position : unfoldedPosition(text, position);
}

function allWords(text: string): Iterable<string> {
  const counted = first(text, max.characters);
  if (!ascii.test(counted)) return foldedWords(counted);
  return (counted.toLowerCase().match(asciiWord) ?? []).map((each) => first(each, max.wordLength));
}

function* foldedWords(text: string): Generator<string> {
  const folded = first(text.normalize('NFKD'), max.characters);
  for (const [each] of fold(folded).matchAll(word)) yield first(each, max.wordLength);
}

function positionIn(folded: string, { word: target, isPrefix }: SearchWord): number | undefined {
  const matchesPrefix = isPrefix || target.length >= max.wordLength;
  const [lead = ''] = target;
  const isSingleCharacter = !wordCharacter.test(lead);
  for (let at = folded.indexOf(target); at >= 0; at = folded.indexOf(target, at + 1)) {
    if (isSingleCharacter) return at;
    const starts = at === 0 || !wordCharacter.test(characterBefore(folded, at));
    const end = at + target.length;
    const ends =
      matchesPrefix || end === folded.length || !wordCharacter.test(characterAt(folded, end));
    if (starts && ends) return at;
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
