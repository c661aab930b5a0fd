import fc from 'fast-check';
import openapi from '../../generated/openapi.json';
import { expressionsOfContract } from '../../scripts/lint-patterns/contract-expressions';
import { faultsOf } from '../../scripts/lint-patterns/expression';
import { expressionsOfSource } from '../../scripts/lint-patterns/source-expressions';

describe('npm run lint:patterns', () => {
  const schemas = (one: object) => expressionsOfContract({ components: { schemas: { One: one } } });

  test.each([
    ['^https?://[^\\s/?#]+\\S*$', 'u', '2nd degree polynomial'],
    ['^(a+)+$', '', 'exponential'],
    ['\\s+$', '', '2nd degree polynomial'],
  ])('refuses %s', async (source, flags, reason) => {
    const [fault] = await faultsOf([{ position: 'here', source, flags }]);
    expect(fault).toBe(`here: /${source}/${flags} is not linear: ${reason}.`);
  });

  test('the linear pattern of URLs accepts the same texts as that of contract 1.0.0', () => {
    const before = /^https?:\/\/[^\s/?#]+\S*$/u;
    const now = new RegExp(openapi.components.schemas.Url.pattern, 'u');
    const part = fc.constantFrom('http', 's', ':', '//', '/', '?', '#', ' ', '\n', 'a', '.', '𝄞');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.boolean(), (parts, isUrl) => {
        const text = `${isUrl ? 'https://' : ''}${parts.join('')}`;
        expect(now.test(text)).toBe(before.test(text));
      }),
      { numRuns: 20_000, seed: 1 },
    );
  });

  test('names each position of an expression', async () => {
    const expression = { source: '\\s+$', flags: '' };
    const faults = await faultsOf([
      { position: 'one', ...expression },
      { position: 'two', ...expression },
    ]);
    expect(faults).toHaveLength(2);
  });

  test.each(['^https?://[^\\s/?#]\\S*$', '^[^\\s@]+@[^\\s@]+$'])('admits %s', async (source) => {
    expect(await faultsOf([{ position: 'here', source, flags: 'u' }])).toEqual([]);
  });

  test('finds patterns and the expressions of formats', () => {
    const { expressions } = schemas({
      type: 'object',
      properties: {
        at: { type: 'string', format: 'date-time' },
        key: { type: 'string', pattern: '^x$', maxLength: 9 },
      },
    });
    expect(expressions.map(({ position }) => position)).toContain(
      '#/components/schemas/One/properties/key',
    );
    const ofFormat = expressions.filter(({ position }) => position === 'format date-time');
    expect(ofFormat.map(({ source }) => source)).toEqual(
      expect.arrayContaining(['^(\\d\\d\\d\\d)-(\\d\\d)-(\\d\\d)$', 't|\\s']),
    );
  });

  test.each([
    [{ type: 'string', pattern: '^x$' }, 1],
    [{ type: 'string', pattern: '^x$', maxLength: 1 }, 0],
    [{ type: 'array', uniqueItems: true }, 1],
    [{ type: 'array', uniqueItems: true, maxItems: 1 }, 0],
  ])('wants a limit beside the work of %j', (schema, count) => {
    expect(schemas(schema).faults).toHaveLength(count);
  });

  test('reads literals and texts of constants from a source', () => {
    const text = "const a = 'x+';\nconst b = new RegExp(`^${a}$`, 'u');\nconst c = /[/]y/g;";
    expect(expressionsOfSource('one.ts', text)).toEqual([
      { position: 'one.ts:2', source: '^x+$', flags: 'u' },
      { position: 'one.ts:3', source: '[/]y', flags: 'g' },
    ]);
  });

  test('refuses an expression that is built at run time', () => {
    expect(() => expressionsOfSource('one.ts', 'RegExp(given())')).toThrow(
      'one.ts:1: RegExp needs a text of constants.',
    );
  });
});
