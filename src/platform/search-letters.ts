/**
 * The characters of words, for the program and for Postgres. A change here needs a migration that
 * replaces the functions of Postgres and indexes everything again.
 */

// Classes are written as in a regular expression of JavaScript with the flag u.

/** Combining and joining characters, which are removed: words with and without them are equal. */
export const marks =
  '\\u00ad\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0640\\u064b-\\u065f\\u0670\\u200b-\\u200f\\u2060\\ufe00-\\ufe0f\\ufeff';

/**
 * Characters with a combining class. Normalization sorts each run of them, which takes quadratic
 * time, so longer runs than Unicode's stream-safe text format has are cut (UAX #15).
 */
export const combining =
  '\\u0300-\\u034e\\u0350-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u0711\\u0730-\\u074a\\u07eb-\\u07f3\\u07fd\\u0816-\\u0819\\u081b-\\u0823\\u0825-\\u0827\\u0829-\\u082d\\u0859-\\u085b\\u0898-\\u089f\\u08ca-\\u08e1\\u08e3-\\u08ff\\u093c\\u094d\\u0951-\\u0954\\u09bc\\u09cd\\u09fe\\u0a3c\\u0a4d\\u0abc\\u0acd\\u0b3c\\u0b4d\\u0bcd\\u0c3c\\u0c4d\\u0c55\\u0c56\\u0cbc\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u0e38-\\u0e3a\\u0e48-\\u0e4b\\u0eb8-\\u0eba\\u0ec8-\\u0ecb\\u0f18\\u0f19\\u0f35\\u0f37\\u0f39\\u0f71\\u0f72\\u0f74\\u0f7a-\\u0f7d\\u0f80\\u0f82-\\u0f84\\u0f86\\u0f87\\u0fc6\\u1037\\u1039\\u103a\\u108d\\u135d-\\u135f\\u1714\\u1715\\u1734\\u17d2\\u17dd\\u18a9\\u1939-\\u193b\\u1a17\\u1a18\\u1a60\\u1a75-\\u1a7c\\u1a7f\\u1ab0-\\u1abd\\u1abf-\\u1ace\\u1b34\\u1b44\\u1b6b-\\u1b73\\u1baa\\u1bab\\u1be6\\u1bf2\\u1bf3\\u1c37\\u1cd0-\\u1cd2\\u1cd4-\\u1ce0\\u1ce2-\\u1ce8\\u1ced\\u1cf4\\u1cf8\\u1cf9\\u1dc0-\\u1dff\\u20d0-\\u20dc\\u20e1\\u20e5-\\u20f0\\u2cef-\\u2cf1\\u2d7f\\u2de0-\\u2dff\\u302a-\\u302f\\u3099\\u309a\\ua66f\\ua674-\\ua67d\\ua69e\\ua69f\\ua6f0\\ua6f1\\ua806\\ua82c\\ua8c4\\ua8e0-\\ua8f1\\ua92b-\\ua92d\\ua953\\ua9b3\\ua9c0\\uaab0\\uaab2-\\uaab4\\uaab7\\uaab8\\uaabe\\uaabf\\uaac1\\uaaf6\\uabed\\ufb1e\\ufe20-\\ufe2f\\u{101fd}\\u{102e0}\\u{10376}-\\u{1037a}\\u{10a0d}\\u{10a0f}\\u{10a38}-\\u{10a3a}\\u{10a3f}\\u{10ae5}\\u{10ae6}\\u{10d24}-\\u{10d27}\\u{10eab}\\u{10eac}\\u{10f46}-\\u{10f50}\\u{10f82}-\\u{10f85}\\u{11046}\\u{11070}\\u{1107f}\\u{110b9}\\u{110ba}\\u{11100}-\\u{11102}\\u{11133}\\u{11134}\\u{11173}\\u{111c0}\\u{111ca}\\u{11235}\\u{11236}\\u{112e9}\\u{112ea}\\u{1133b}\\u{1133c}\\u{1134d}\\u{11366}-\\u{1136c}\\u{11370}-\\u{11374}\\u{11442}\\u{11446}\\u{1145e}\\u{114c2}\\u{114c3}\\u{115bf}\\u{115c0}\\u{1163f}\\u{116b6}\\u{116b7}\\u{1172b}\\u{11839}\\u{1183a}\\u{1193d}\\u{1193e}\\u{11943}\\u{119e0}\\u{11a34}\\u{11a47}\\u{11a99}\\u{11c3f}\\u{11d42}\\u{11d44}\\u{11d45}\\u{11d97}\\u{16af0}-\\u{16af4}\\u{16b30}-\\u{16b36}\\u{16ff0}\\u{16ff1}\\u{1bc9e}\\u{1d165}-\\u{1d169}\\u{1d16d}-\\u{1d172}\\u{1d17b}-\\u{1d182}\\u{1d185}-\\u{1d18b}\\u{1d1aa}-\\u{1d1ad}\\u{1d242}-\\u{1d244}\\u{1e000}-\\u{1e006}\\u{1e008}-\\u{1e018}\\u{1e01b}-\\u{1e021}\\u{1e023}\\u{1e024}\\u{1e026}-\\u{1e02a}\\u{1e130}-\\u{1e136}\\u{1e2ae}\\u{1e2ec}-\\u{1e2ef}\\u{1e8d0}-\\u{1e8d6}\\u{1e944}-\\u{1e94a}';

/** The bytes of a text that is normalized as it is. */
export const shortText = 600;

/** The maximum run of `combining`. */
export const maxCombining = 30;

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

/** All letters that are searched as others, as a class: those of `singles` and of `pairs`. */
export const foldedLetters = 'ƀɓƈȼđðɖɗƌɇəǝƒǥɠħıɨɉƙĸłƚɫŋɲƞøɵƥɍŧƭʈʉʋƴɏƶȥςßẞæœþ';

/**
 * Stands between two texts of a record and for words that are not indexed, so that no phrase
 * crosses them. It is no word of a query, and a space in a text of a record.
 */
export const betweenTexts = '\ue000';

/** The class as Postgres writes it. Its texts have no U+0000. */
export function postgresClass(given: string): string {
  return given
    .replace('\\u0000', '\\u0001')
    .replaceAll(/\\u\{([0-9a-f]+)\}/g, (_, digits: string) => `\\U${digits.padStart(8, '0')}`);
}
