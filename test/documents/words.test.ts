import { foldedLetters, pairs, singles } from '../../src/platform/search-letters';
import { findTermPosition, searchTermsIn, wordsOf } from '../../src/platform/search-words';
import { describeOnEachDatabase } from '../support/dialects';

describe('searchTermsIn', () => {
  test.each([
    ['Ham', [['ham', true]]],
    [
      'ham let',
      [
        ['ham', false],
        ['let', true],
      ],
    ],
    [
      'ham let ham',
      [
        ['ham', true],
        ['let', false],
      ],
    ],
    [
      'ham l',
      [
        ['ham', false],
        ['l', false],
      ],
    ],
    [
      'ham 舞',
      [
        ['ham', false],
        ['舞', true],
      ],
    ],
    ['"" *', []],
    [
      '"Big red" bus',
      [
        ['big red', false],
        ['bus', true],
      ],
    ],
    [
      '“big” «re',
      [
        ['big', false],
        ['re', true],
      ],
    ],
    [
      'big "red bu',
      [
        ['big', false],
        ['red bu', true],
      ],
    ],
    [
      '大舞台',
      [
        ['大舞', false],
        ['舞台', false],
      ],
    ],
    ['"a 大舞 b"', [['a 大舞 舞 b', false]]],
    [
      'Straße Œuvre Łódź ışık',
      [
        ['strasse', false],
        ['oeuvre', false],
        ['lodz', false],
        ['isik', true],
      ],
    ],
    [
      'แมวดำ',
      [
        ['แม', false],
        ['มว', false],
        ['วด', false],
        ['ดํ', false],
        ['ํา', false],
      ],
    ],
  ])('%j', (text, words) => {
    expect(searchTermsIn(text).map(({ words, isPrefix }) => [words.join(' '), isPrefix])).toEqual(
      words,
    );
  });
});

describe('findTermPosition', () => {
  test.each([
    ['ham', 'A Hamlet', 2],
    ['let', 'A Hamlet', undefined],
    ['ham x', 'Hamlet', undefined],
    ['elan', 'Der ÉLAN', 4],
    ['elan', 'Der E\u0301LAN', 4],
    ['ham', 'ﷺ🎭 Ham', 4],
    ['台', '大舞台', 2],
    ['ham', '🎭Ham', 2],
    ['x ham', 'Hams and ham', 0],
    ['strasse', 'Große e\u0301 Straße', 9],
    ['"big red"', 'Big bus, big red', 9],
    ['"big red"', 'Big bus, red', undefined],
    ['"big re', 'Big bus, big reds', 9],
    ['が台', 'ガ大 が台', 3],
    ['แมว', 'เจอแมวดำ', 3],
  ])('%j in %j is at %s', (q, text, position) => {
    expect(findTermPosition(searchTermsIn(q), text)).toBe(position);
  });
});

test('every letter that is searched as another one is folded', () => {
  expect(foldedLetters).toBe([...singles.keys(), ...Object.keys(pairs)].join(''));
});

test('a search uses the first 16 distinct words', () => {
  const words = Array.from({ length: 17 }, (_, index) => `w${String.fromCharCode(97 + index)}`);
  const searched = searchTermsIn([...words, ...words].join(' '));
  expect(searched).toEqual(words.slice(0, 16).map((word) => ({ words: [word], isPrefix: false })));
  expect(searchTermsIn(words.slice(0, 16).join(' ')).at(-1)).toEqual({
    words: ['wp'],
    isPrefix: true,
  });
});

test.each(['한국어 ', 'é à ', 'ﷺ 𝄞', '👩‍👩‍👧 ﬁ'])('a word is found far behind %j', (filler) => {
  const text = `${filler.repeat(999)} Ziel`;
  expect(findTermPosition(searchTermsIn('ziel'), text)).toBe(text.indexOf('Ziel'));
});

describeOnEachDatabase('search_words', (database) => {
  const onDatabase = async (texts: readonly string[]): Promise<string[][]> => {
    const { dialect, knex } = database();
    const [from, order] =
      dialect === 'postgres'
        ? ['jsonb_array_elements_text(?::jsonb) with ordinality as given(value, key)', 'key']
        : ['json_each(?) as given', 'key'];
    const found: { words: string }[] = await knex
      .from(knex.raw(from, [JSON.stringify(texts)]))
      .orderBy(order)
      .select(knex.raw('search_words(given.value) as words'));
    return found.map(({ words }) => words.split(' ').filter((word) => word !== ''));
  };

  test('separates words at the same characters as searchTermsIn', async () => {
    const codes = Array.from({ length: 0xffff }, (_, n) => n + 1).filter(
      (code) => code < 0xd800 || code > 0xdfff,
    );
    const texts = [...codes, 0x1f3ad, 0x1f9d1, 0x20000, 0x1d400, 0x10ffff].map(
      (code) => `a${String.fromCodePoint(code)}b`,
    );
    const found = await onDatabase(texts);
    // The versions of Unicode differ in the case of the newest letters.
    const shown = (text: string, words: readonly string[] = []) =>
      /[\ua7cb-\ua7f1]/u.test(text) ? words.length : words.join(' ');
    const different = texts.filter(
      (text, n) => shown(text, wordsOf(text)) !== shown(text, found[n]),
    );
    expect(different).toEqual([]);
  });

  test('folds case, diacritics and widths in the same way', async () => {
    const codes = Array.from({ length: 0x52f }, (_, n) => n + 1);
    const texts = [
      ...codes.map((code) => String.fromCodePoint(code)),
      'Straße STRASSE ẞ Ærø Œuvre Łódź Þór ĐÀ Nẵng ışık IŞIK ІЇҐ',
      'เจอแมวดำ ໂຮງຮຽນ မြန်မာ ភាសាខ្មែរ がぎ ガギ か\u3099 大舞台の上',
      `a${'\u0301\u0316'.repeat(1000)}b \u0e01${'\u0e48\u0e38'.repeat(200)} ${'\u0e48\u0e38'.repeat(50)}`,
      'مـحـمـد one\ue000two',
      `${'word '.repeat(17_000)}last`,
      `${'w\u00e9 '.repeat(17_000)}last`,
      'Zürich ΟΔΥΣΣΕΥΣ İzmir Straße ﬁne ½ ｆｕｌｌ パーティー 東京都 👩‍🚀 שָׁלוֹם مُحَمَّد 한국어',
      `${'l'.repeat(50)} ${'🎭'.repeat(3)}`,
      `${'Zürich 12, '.repeat(500)}${'é'.repeat(50)}`,
      Array.from({ length: 13_000 }, (_, n) => `w${n}`).join(' '),
      `${'x'.repeat(199_998)} yy zz`,
      '',
      ' … ',
    ];
    expect(await onDatabase(texts)).toEqual(texts.map(wordsOf));
  }, 60_000);

  test('works with the empty search path of pg_restore', async () => {
    const { dialect, knex } = database();
    if (dialect === 'sqlite') return;
    const terms = await knex.transaction(async (transaction) => {
      await transaction.raw("set local search_path = ''");
      const { rows } = await transaction.raw(
        `select public.search_terms('wsp_0123456789abcdef', 'action', 'Straße', '["Zürich 東京"]') as terms`,
      );
      return String(rows[0].terms);
    });
    expect(terms).toContain('_strasse');
    expect(terms).toContain('_zurich');
    expect(terms).toContain('_東京');
  });
});
