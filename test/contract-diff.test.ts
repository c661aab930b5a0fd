import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { changesBetween, type Weight } from '../scripts/contract-diff/changes';
import { faultsOf, order, type Comparison } from '../scripts/contract-diff/verdict';

const source = readFileSync(join(__dirname, 'support', 'small-contract.yaml'), 'utf8');

const cookieScheme = 'components.securitySchemes.cookie';

/** The heaviest change when the first text becomes the second. */
function changed(part: string, replacement: string) {
  expect(source).toContain(part);
  const after = source.replace(part, () => replacement);
  const [first] = changesBetween(parse(source), parse(after));
  return first === undefined ? undefined : [first.weight, first.subject];
}

describe('a change of the contract', () => {
  test('of the words in one part of allOf is wording', () => {
    const text = source.replace(
      "schema: { type: array, items: { $ref: '#/components/schemas/Thing' } }",
      `schema:
                allOf:
                  - { type: object, properties: { a: { type: string, description: One. } } }
                  - { type: object, properties: { b: { type: string } } }`,
    );
    expect(text).not.toBe(source);
    const after = text.replace('description: One.', 'description: Other words.');
    expect(changesBetween(parse(text), parse(after))).toEqual([
      expect.objectContaining({ weight: 'wording', subject: 'listThings' }),
    ]);
  });

  test.each<[string, string, string, Weight, string]>([
    [
      'an operation that goes',
      '  /things/{id}:\n    patch:',
      '  /things/{id}:\n    put:',
      'breaking',
      'updateThing',
    ],
    ['another limit', '  things: 500', '  things: 400', 'breaking', 'x-limits'],
    [
      'a limit that is named',
      'x-limits: [things, bytes]',
      'x-limits: [bytes]',
      'wording',
      'listThings',
    ],
    [
      'an operation that comes',
      'paths:\n',
      'paths:\n  /acts: { get: { operationId: listActs, responses: {} } }\n',
      'additive',
      'listActs',
    ],
    [
      'another operationId',
      'operationId: listThings',
      'operationId: findThings',
      'breaking',
      'findThings',
    ],
    [
      'a field that answers lose',
      '        made_at: ',
      '        done_at: ',
      'breaking',
      'Thing.made_at',
    ],
    [
      'a parameter that becomes required',
      '        - name: kind\n          in: query',
      '        - name: kind\n          in: query\n          required: true',
      'breaking',
      'listThings',
    ],
    [
      'a parameter that comes',
      '        - name: hidden',
      '        - { name: more, in: query, schema: { type: string } }\n        - name: hidden',
      'additive',
      'listThings',
    ],
    [
      'a parameter that goes',
      '        - name: hidden\n',
      '        - name: shown\n',
      'breaking',
      'listThings',
    ],
    [
      'a status that comes',
      "        '204': { description: Changed. }",
      "        '204': { description: Changed. }\n        '202': { description: Later. }",
      'additive',
      'updateThing',
    ],
    [
      'a status that goes',
      "        '204': { description: Changed. }\n",
      '',
      'breaking',
      'updateThing',
    ],
    [
      'another code',
      '[VALIDATION_FAILED, NOT_FOUND]',
      '[VALIDATION_FAILED]',
      'additive',
      'updateThing',
    ],
    ['another summary', 'summary: List things', 'summary: Things', 'wording', 'listThings'],
    ['another example', '{ name: Lamp, made_at', '{ name: Bell, made_at', 'wording', 'updateThing'],
    [
      'a field that requests must have',
      'required: [name]',
      'required: [name, made_at]',
      'breaking',
      'Thing',
    ],
    [
      'a field that may come',
      '        made_at: ',
      '        more: { type: string }\n        made_at: ',
      'additive',
      'Thing.more',
    ],
    [
      'another type',
      'made_at: { type: string,',
      'made_at: { type: integer,',
      'breaking',
      'Thing.made_at',
    ],
    [
      'a condition that the comparison does not know',
      '      required: [name]\n',
      '      required: [name]\n      if: { required: [made_at] }\n',
      'breaking',
      'Thing',
    ],
    [
      'one more of the codes',
      '        - NOT_FOUND\n',
      '        - NOT_FOUND\n        - GONE\n',
      'additive',
      'ErrorCode',
    ],
    ['one of the codes that goes', '        - NOT_FOUND\n', '', 'breaking', 'ErrorCode'],
    [
      'the details of one more code',
      '        NOT_FOUND:\n',
      '        VALIDATION_FAILED: { type: object }\n        NOT_FOUND:\n',
      'additive',
      'ErrorCode.VALIDATION_FAILED',
    ],
    [
      'one more detail',
      '            where: ',
      '            who: { type: string }\n            where: ',
      'additive',
      'ErrorCode.NOT_FOUND.who',
    ],
    [
      'a detail that goes',
      '            where: ',
      '            who: ',
      'breaking',
      'ErrorCode.NOT_FOUND.where',
    ],
    [
      'a detail of another type',
      'where: { type: string,',
      'where: { type: integer,',
      'breaking',
      'ErrorCode.NOT_FOUND.where',
    ],
    [
      'other words for a detail',
      'Where it was looked for.',
      'Where.',
      'wording',
      'ErrorCode.NOT_FOUND.where',
    ],
    ['another bound of a parameter', 'maxItems: 5', 'maxItems: 3', 'breaking', 'listThings'],
    ['a wider bound of a parameter', 'maxItems: 5', 'maxItems: 9', 'additive', 'listThings'],
    ['a renamed cookie', 'name: session,', 'name: sid,', 'breaking', cookieScheme],
    ['a security scheme that goes', '    cookie: {', '    key: {', 'breaking', cookieScheme],
    [
      'a security scheme that comes',
      '    cookie: {',
      '    key: { type: http, scheme: bearer }\n    cookie: {',
      'additive',
      'components.securitySchemes.key',
    ],
    ['other words for a security scheme', 'A session.', 'The session.', 'wording', cookieScheme],
  ])('is judged: %s', (_, part, replacement, weight, subject) => {
    expect(changed(part, replacement)).toEqual([weight, subject]);
  });

  test('of the codes of an operation is told once', () => {
    const after = source.replace('[VALIDATION_FAILED, NOT_FOUND]', '[NOT_FOUND]');
    expect(changesBetween(parse(source), parse(after))).toEqual([
      {
        weight: 'additive',
        subject: 'updateThing',
        what: 'change paths//things/{id}/patch/x-error-codes',
      },
    ]);
  });

  test('is none when there is none', () => {
    expect(changesBetween(parse(source), parse(source))).toEqual([]);
  });
});

describe('a contract that differs from the released one', () => {
  const asks = (more: Partial<Comparison>) =>
    faultsOf({
      released: '1.9.0',
      current: '1.10.0',
      changes: [{ weight: 'additive', subject: 'listActs', what: 'add paths//acts/get' }],
      changelog: '## 0.2.0\n\n### Contract 1.10.0\n\n- `listActs` is new.\n\n## 0.1.0\n',
      ...more,
    });

  test('passes with the required version and a changelog that names it', () => {
    expect(asks({})).toEqual([]);
    expect(asks({ current: '1.9.0', changes: [], changelog: '' })).toEqual([]);
  });

  test.each<[Weight, string, string]>([
    ['breaking', '1.10.0', '2.0.0'],
    ['additive', '1.9.1', '1.10.0'],
    ['wording', '1.9.0', '1.9.1'],
  ])('requires another version when it is %s', (weight, current, wanted) => {
    const changes = [{ weight, subject: 'listActs', what: 'x' }];
    const [fault = 'nothing'] = asks({ current, changes });
    expect(fault).toContain(`need ${wanted}`);
  });

  test.each([
    ['has no section', '## 0.2.0\n\n- `listActs` is new.\n'],
    ['does not name it there', '### Contract 1.10.0\n\n### Contract 1.9.0\n\n- `listActs`\n'],
    ['names it without backquotes', '### Contract 1.10.0\n\n- listActs\n'],
  ])('is refused when the changelog %s', (_, changelog) => {
    expect(asks({ changelog })).toHaveLength(1);
  });

  const corrected = (entries: string, more: Partial<Comparison> = {}) =>
    asks({
      changes: [
        { weight: 'breaking', subject: 'findThings', what: 'remove paths//things/get' },
        { weight: 'wording', subject: 'info', what: 'replace info/description' },
      ],
      changelog: `### Contract 1.10.0\n\n#### Corrections\n\n${entries}\n### Contract 1.9.0\n`,
      ...more,
    });

  test.each([
    ['that breaks clients', '- `findThings`: it never worked.\n'],
    ['of mere wording beside it', '- `findThings`, `info`: neither was\n  ever true.\n'],
    ['in entries of their own', '- `findThings`: it never worked.\n- `info`: it was wrong.\n'],
  ])('passes with a correction %s', (_, entries) => {
    expect(corrected(entries)).toEqual([]);
  });

  test('passes after its release, whose corrections match no difference any more', () => {
    const released = '1.10.0';
    expect(corrected('- `findThings`: it never worked.\n', { released, changes: [] })).toEqual([]);
  });

  test('needs a minor version for a correction', () => {
    const [fault = 'nothing'] = corrected('- `findThings`: it never worked.\n', {
      current: '1.9.1',
      changelog: '### Contract 1.9.1\n\n#### Corrections\n\n- `findThings`: it never worked.\n',
    });
    expect(fault).toContain('need 1.10.0');
  });

  test.each([
    ['gives no reason', '- `findThings`\n', 'gives no reason'],
    ['has a colon and no reason', '- `findThings`:\n', 'gives no reason'],
    ['names no subject', '- `findThings`: it failed.\n- It failed.\n', 'names no subject'],
    [
      'names what did not change',
      '- `findThings`: it never worked.\n- `listActs`: it was wrong.\n',
      '`listActs`',
    ],
    ['is missing', '', 'need 2.0.0'],
    ['names another subject', '- `info`: it was wrong.\n', 'need 2.0.0'],
  ])('is refused when a correction %s', (_, entries, part) => {
    expect(corrected(entries)).toEqual([expect.stringContaining(part)]);
  });

  test('is refused when a break is named in the section, and not as a correction', () => {
    const changelog = '### Contract 1.10.0\n\n- `findThings`: it is gone.\n';
    expect(corrected('', { changelog })).toEqual([expect.stringContaining('need 2.0.0')]);
  });

  test('is compared by the numbers of the versions', () => {
    expect(['1.10.0', '1.9.0', '2.0.0'].toSorted(order)).toEqual(['1.9.0', '1.10.0', '2.0.0']);
  });
});
