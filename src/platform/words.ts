import { limits } from '../../generated/limits';

// Dropped: what only changes or joins the character before it. Variants with and without them are the same word.
const marks =
  '\\u00ad\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u064b-\\u065f\\u0670\\u200b-\\u200f\\u2060\\ufe00-\\ufe0f\\ufeff';

// Words of their own, since their scripts put no spaces between words: Chinese and Japanese characters, and pictures.
const lone =
  '\\u2600-\\u27bf\\u2e80-\\u2fff\\u3005-\\u3007\\u3021-\\u3029\\u3041-\\u3098\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3105-\\u312f\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{1f000}-\\u{1faff}\\u{20000}-\\u{3ffff}';

// What stands between words: white space, punctuation, symbols.
const between =
  '\\u0000-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b1\\u00b4\\u00b6-\\u00b8\\u00bb\\u00bf\\u00d7\\u00f7\\u037e\\u0387\\u055a-\\u055f\\u0589\\u058a\\u05be\\u05c0\\u05c3\\u05c6\\u05f3\\u05f4\\u060c\\u061b\\u061e\\u061f\\u066a-\\u066d\\u06d4\\u0964\\u0965\\u2000-\\u206f\\u20a0-\\u20cf\\u2190-\\u25ff\\u27c0-\\u2bff\\u2e00-\\u2e7f\\u3000-\\u3004\\u3008-\\u3020\\u302a-\\u303f\\u30a0\\u30fb\\ufd3e\\ufd3f\\ufe10-\\ufe6f\\uff5f-\\uff65\\ufff0-\\uffff';

const dropped = new RegExp(`[${marks}]`, 'gu');
const word = new RegExp(`[${lone}][\\u3099\\u309a]?|[^${lone}${between}]+`, 'gu');
// A text of ASCII alone needs no folding but to lower case, and its words are found in a third of the time.
const plain = /^\p{ASCII}*$/u;
const plainWord = /[0-9a-z]+/g;
const partOfWord = new RegExp(`[^${lone}${between}]`, 'u');

/** Characters of a text whose words count, characters of a word that count, and different words of a text that count. */
const most = { characters: 200_000, ofWord: 40, words: limits.indexed_words } as const;

/** UTF-16 units that are folded at once to find a place. */
const stretch = 1000;

// The form in which words are compared: case, marks over letters and compatible characters make no difference.
function fold(text: string): string {
  return text.normalize('NFKD').replace(dropped, '').toLowerCase().replaceAll('ς', 'σ');
}

/**
 * The different words of a text in their order, folded. `search_words` of the schema's step "search" finds the same on
 * Postgres: an index and the questions put to it must agree on what a word is, so that to change this takes a new step.
 */
export function wordsOf(text: string): string[] {
  const found = new Set<string>();
  for (const each of everyWord(text)) {
    found.add(each);
    if (found.size === most.words) break;
  }
  return [...found];
}

/** A word that is looked for; `begins` when what begins with it is found too. */
export interface SearchWord {
  readonly word: string;
  readonly begins: boolean;
}

/**
 * The largest number of different words of a query that count. Each costs a look into the index and
 * one into the title of every match.
 */
export const maxSearchWords: number = limits.searched_words;

/**
 * The words that somebody looks for, the first 16 different ones: the last one of the text, which
 * may be half typed, from two characters on also as a beginning.
 */
export function searchWordsIn(text: string): SearchWord[] {
  const words = [...everyWord(text)];
  const last = words.at(-1);
  return [...new Set(words)].slice(0, maxSearchWords).map((each) => ({
    word: each,
    begins: each === last && partOfWord.test(each) && first(each, 1) !== each,
  }));
}

/** Where the first of the words stands in a text, in UTF-16 units, or undefined. */
export function placeOf(sought: readonly SearchWord[], text: string): number | undefined {
  const folded = fold(text);
  const places = sought.flatMap((each) => placeIn(folded, each) ?? []);
  if (places.length === 0) return undefined;
  const place = Math.min(...places);
  return folded.length === text.length ? place : unfolded(text, place);
}

function everyWord(text: string): Iterable<string> {
  const counted = first(text, most.characters);
  if (!plain.test(counted)) return everyFolded(counted);
  return (counted.toLowerCase().match(plainWord) ?? []).map((each) => first(each, most.ofWord));
}

function* everyFolded(text: string): Generator<string> {
  const folded = first(text.normalize('NFKD'), most.characters);
  for (const [each] of fold(folded).matchAll(word)) yield first(each, most.ofWord);
}

function placeIn(folded: string, { word: sought, begins }: SearchWord): number | undefined {
  const open = begins || sought.length >= most.ofWord;
  const [lead = ''] = sought;
  const alone = !partOfWord.test(lead);
  for (let at = folded.indexOf(sought); at >= 0; at = folded.indexOf(sought, at + 1)) {
    if (alone) return at;
    const starts = at === 0 || !partOfWord.test(characterBefore(folded, at));
    const end = at + sought.length;
    const ends = open || end === folded.length || !partOfWord.test(characterAt(folded, end));
    if (starts && ends) return at;
  }
  return undefined;
}

// Folding has changed the length: find the stretch with the place, because folding a stretch is
// much cheaper than folding its characters one by one.
function unfolded(text: string, place: number): number {
  let [at, length] = [0, 0];
  while (at < text.length) {
    const next = afterStretch(text, at);
    const folded = fold(text.slice(at, next)).length;
    if (length + folded > place) break;
    [at, length] = [next, length + folded];
  }
  for (const character of text.slice(at, at + stretch + 1)) {
    length += fold(character).length;
    if (length > place) break;
    at += character.length;
  }
  return at;
}

// Does not end between the halves of a character.
function afterStretch(text: string, at: number): number {
  const unit = text.charCodeAt(at + stretch);
  return at + stretch + (unit >= 0xdc00 && unit <= 0xdfff ? 1 : 0);
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

function characterBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  return characterAt(text, unit >= 0xdc00 && unit <= 0xdfff ? at - 2 : at - 1);
}

// By code point, as Postgres counts.
function first(text: string, count: number): string {
  return text.length <= count
    ? text
    : Array.from(text.slice(0, 2 * count))
        .slice(0, count)
        .join('');
}
