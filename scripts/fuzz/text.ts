import fc from 'fast-check';

/** Strings that are known to break programs; the service has to store all of them unchanged. */
export const unusualTexts: readonly string[] = [
  ' ',
  '0',
  '-1',
  'null',
  'true',
  '__proto__',
  'constructor',
  'toString',
  "'",
  "' or '1'='1' --",
  '"; drop table actions; --',
  '%',
  '%_%',
  '_',
  '\\',
  '\\u0000',
  '*',
  '?',
  ':a',
  '$1',
  '${x}',
  '{{x}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '\u0001\u0008\u001b\u007f\u0085',
  '\r\nX-Injected: 1',
  '\t',
  '\u2028\u2029',
  '\ufeffx',
  '\ufffe\uffff',
  'e\u0301',
  '\u0301',
  '\u202eabc\u202c',
  'עברית والعربية',
  '𝄞𠮷',
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  '\u{10ffff}',
  'ﷺ'.repeat(20),
  'ı İ ß ﬁ K',
  'and or not near AND OR NOT NEAR(a b)',
  '"a" NEAR "b" -c ^d e*',
  'a & b | !c <-> d:*',
];

/**
 * Strings that make a pattern or a format backtrack: a long matching part and an end that does not
 * match.
 */
export const pathologicalTexts: readonly string[] = [
  ['http://', 'a', ' '],
  ['http://', '1.', ' '],
  ['http://', 'a@', ' '],
  ['http://[', '1:', ' '],
  ['http://', '%41', '%'],
  ['', '@', ' '],
  ['', 'a@', ''],
  ['', ' ', 'x'],
  ['2026-01-01T00:00:00.', '1', 'x'],
  ['', '2026-01-01t', ''],
  ['"', ',', 'x'],
].map(([start = '', unit = '', end = '']) => `${start}${unit.repeat(60_000 / unit.length)}${end}`);

// Code points of all planes; fast-check's own `binary` takes seconds to set up.
const anyCharacter = fc
  .array(
    fc.oneof(
      fc.integer({ min: 1, max: 0xd7ff }),
      fc.integer({ min: 0xe000, max: 0xffff }),
      fc.integer({ min: 0x10000, max: 0x10ffff }),
    ),
  )
  .map((points) => String.fromCodePoint(...points));

/** Well-formed text without NUL of `least` to `most` code points, often at these limits. */
export function textOf(least: number, most: number): fc.Arbitrary<string> {
  const fits = (text: string): boolean => {
    const { length } = Array.from(text);
    return length >= least && length <= most;
  };
  const bound = (limit: number): fc.Arbitrary<string> =>
    fc.constantFrom('x', '𝄞', 'e\u0301', '\u0001').map((unit) => filled(unit, limit));
  return fc.oneof(
    { weight: 6, arbitrary: fc.string({ minLength: least, maxLength: Math.min(most, 40) }) },
    {
      weight: 4,
      arbitrary: fc.constantFrom('x'.repeat(Math.max(1, least)), ...unusualTexts).filter(fits),
    },
    { weight: 3, arbitrary: anyCharacter.map((text) => cut(`${text}${'y'.repeat(least)}`, most)) },
    { weight: 1, arbitrary: bound(Math.max(1, least)) },
    { weight: 1, arbitrary: bound(most) },
  );
}

const fillings = new Map<string, string>();

/** A string of exactly that many code points. */
export function filled(unit: string, length: number): string {
  const key = `${unit} ${length}`;
  const text = fillings.get(key) ?? cut(unit.repeat(length), length);
  fillings.set(key, text);
  return text;
}

function cut(text: string, most: number): string {
  return Array.from(text).slice(0, most).join('');
}
