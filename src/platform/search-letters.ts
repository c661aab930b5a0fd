/**
 * The characters of words, for the program and for Postgres. A change here needs a migration that
 * replaces the functions of Postgres and indexes everything again.
 */

// Classes are written as in a regular expression of JavaScript with the flag u.

/** Combining and joining characters, which are removed: words with and without them are equal. */
export const marks =
  '\\u00ad\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u064b-\\u065f\\u0670\\u200b-\\u200f\\u2060\\ufe00-\\ufe0f\\ufeff';

/** Pictographs, each of which is a word. */
export const pictographs = '\\u2600-\\u27bf\\u{1f000}-\\u{1faff}';

/**
 * Letters of scripts without spaces between words: Chinese and Japanese, Thai, Lao, Myanmar, Khmer,
 * Tai Le and New Tai Lue.
 */
export const unspaced =
  '\\u0e01-\\u0e3a\\u0e40-\\u0e4e\\u0e81-\\u0ece\\u0edc-\\u0edf\\u1000-\\u103f\\u104c-\\u108f\\u109a-\\u109f\\u1780-\\u17d3\\u17dc\\u17dd\\u1950-\\u1974\\u1980-\\u19c9\\u2e80-\\u2fff\\u3005-\\u3007\\u3021-\\u3029\\u3041-\\u309a\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3105-\\u312f\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua9e0-\\ua9ef\\ua9fa-\\ua9fe\\uaa60-\\uaa7f\\uf900-\\ufaff\\u{20000}-\\u{3ffff}';

/** Separators of words: white space, punctuation, symbols. */
export const separators =
  '\\u0000-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b1\\u00b4\\u00b6-\\u00b8\\u00bb\\u00bf\\u00d7\\u00f7\\u037e\\u0387\\u055a-\\u055f\\u0589\\u058a\\u05be\\u05c0\\u05c3\\u05c6\\u05f3\\u05f4\\u060c\\u061b\\u061e\\u061f\\u066a-\\u066d\\u06d4\\u0964\\u0965\\u0e3f\\u0e4f\\u0e5a\\u0e5b\\u0f08-\\u0f14\\u104a\\u104b\\u1361-\\u1368\\u17d4-\\u17db\\u2000-\\u206f\\u20a0-\\u20cf\\u2190-\\u25ff\\u27c0-\\u2bff\\u2e00-\\u2e7f\\u3000-\\u3004\\u3008-\\u3020\\u302a-\\u303f\\u30a0\\u30fb\\ufd3e\\ufd3f\\ufe10-\\ufe6f\\uff5f-\\uff65\\ufff0-\\uffff';

/** Lower-case letters that are searched as another one. Unicode decomposes none of them. */
const plain: Readonly<Record<string, string>> = {
  b: 'ƀɓ',
  c: 'ƈȼ',
  d: 'đðɖɗƌ',
  e: 'ɇəǝ',
  f: 'ƒ',
  g: 'ǥɠ',
  h: 'ħ',
  i: 'ıɨ',
  j: 'ɉ',
  k: 'ƙĸ',
  l: 'łƚɫ',
  n: 'ŋɲƞ',
  o: 'øɵ',
  p: 'ƥ',
  r: 'ɍ',
  t: 'ŧƭʈ',
  u: 'ʉ',
  v: 'ʋ',
  y: 'ƴɏ',
  z: 'ƶȥ',
  σ: 'ς',
};

/** Lower-case letters that are searched as two. */
export const pairs: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** Each letter of `plain` with the one that it is searched as. */
export const singles: ReadonlyMap<string, string> = new Map(
  Object.entries(plain).flatMap(([letter, others]) =>
    Array.from(others, (other) => [other, letter] as const),
  ),
);

/** All letters that are searched as others, as a class. */
export const foldedLetters = [...singles.keys(), ...Object.keys(pairs)].join('');

/** Stands between two texts of a record, so that no phrase begins in one and ends in the other. */
export const betweenTexts = '\ue000';

/** The class as Postgres writes it. Its texts have no U+0000. */
export function postgresClass(given: string): string {
  return given
    .replace('\\u0000', '\\u0001')
    .replaceAll(/\\u\{([0-9a-f]+)\}/g, (_, digits: string) => `\\U${digits.padStart(8, '0')}`);
}
