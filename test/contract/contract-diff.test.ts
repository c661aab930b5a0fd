import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { changesBetween, type Weight } from '../../scripts/contract-diff/changes';
import { faultsOf, order, type Comparison } from '../../scripts/contract-diff/verdict';

const source = readFileSync(join(__dirname, '..', 'support', 'small-contract.yaml'), 'utf8');

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

  test('of the component that a reference names belongs to the field', () => {
    const components = `  schemas:
    Time: { type: string }
    NullableTime: { type: [string, 'null'] }
`;
    const text = source
      .replace('  schemas:\n', components)
      .replace('{ type: string, format: date-time }', "{ $ref: '#/components/schemas/Time' }");
    const after = text.replace('schemas/Time', 'schemas/NullableTime');
    expect(changesBetween(parse(text), parse(after))).toEqual([
      expect.objectContaining({ weight: 'breaking', subject: 'Thing.made_at' }),
    ]);
  });

  test.each<[string, string, Weight]>([
    ['without a dependency between fields of requests', '', 'additive'],
    ['with another one', 'dependentRequired: { name: [color] }', 'breaking'],
  ])('%s', (_, replacement, weight) => {
    const dependency = 'dependentRequired: { color: [name] }';
    const text = source.replace(
      'components:\n',
      `  /parts:
    post:
      operationId: addPart
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties: { name: { type: string }, color: { type: string } }
              ${dependency}
      responses: {}
components:
`,
    );
    const after = text.replace(dependency, replacement);
    expect(after).not.toBe(text);
    const [first] = changesBetween(parse(text), parse(after));
    expect(first).toMatchObject({ weight, subject: 'addPart' });
  });

  test.each<[string, string, string, Weight, string]>([
    [
      'a removed operation',
      '  /things/{id}:\n    patch:',
      '  /things/{id}:\n    put:',
      'breaking',
      'updateThing',
    ],
    ['another limit', '  things: 500', '  things: 400', 'breaking', 'x-limits'],
    [
      'a limit that is no longer named',
      'x-limits: [things, bytes]',
      'x-limits: [bytes]',
      'wording',
      'listThings',
    ],
    [
      'a new operation',
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
      'a field that responses lose',
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
      'a new parameter',
      '        - name: hidden',
      '        - { name: more, in: query, schema: { type: string } }\n        - name: hidden',
      'additive',
      'listThings',
    ],
    [
      'a removed parameter',
      '        - name: hidden\n',
      '        - name: shown\n',
      'breaking',
      'listThings',
    ],
    [
      'a new status',
      "        '204': { description: Changed. }",
      "        '204': { description: Changed. }\n        '202': { description: Later. }",
      'additive',
      'updateThing',
    ],
    [
      'a removed status',
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
      'a new required field of requests',
      'required: [name]',
      'required: [name, made_at]',
      'breaking',
      'Thing',
    ],
    [
      'a new optional field',
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
      'a new error code',
      '        - NOT_FOUND\n',
      '        - NOT_FOUND\n        - GONE\n',
      'additive',
      'ErrorCode',
    ],
    ['a removed error code', '        - NOT_FOUND\n', '', 'breaking', 'ErrorCode'],
    [
      'the details of another code',
      '        NOT_FOUND:\n',
      '        VALIDATION_FAILED: { type: object }\n        NOT_FOUND:\n',
      'additive',
      'Error.details.VALIDATION_FAILED',
    ],
    [
      'a new detail',
      '            where: ',
      '            who: { type: string }\n            where: ',
      'additive',
      'Error.details.NOT_FOUND.who',
    ],
    [
      'a removed detail',
      '            where: ',
      '            who: ',
      'breaking',
      'Error.details.NOT_FOUND.where',
    ],
    [
      'a detail of another type',
      'where: { type: string,',
      'where: { type: integer,',
      'breaking',
      'Error.details.NOT_FOUND.where',
    ],
    [
      'another description of a detail',
      'Where it was looked for.',
      'Where.',
      'wording',
      'Error.details.NOT_FOUND.where',
    ],
    ['a narrower bound of a parameter', 'maxItems: 5', 'maxItems: 3', 'breaking', 'listThings'],
    ['a wider bound of a parameter', 'maxItems: 5', 'maxItems: 9', 'additive', 'listThings'],
    ['a renamed cookie', 'name: session,', 'name: sid,', 'breaking', cookieScheme],
    ['a removed security scheme', '    cookie: {', '    key: {', 'breaking', cookieScheme],
    [
      'a new security scheme',
      '    cookie: {',
      '    key: { type: http, scheme: bearer }\n    cookie: {',
      'additive',
      'components.securitySchemes.key',
    ],
    [
      'another description of a security scheme',
      'A session.',
      'The session.',
      'wording',
      cookieScheme,
    ],
  ])('is judged: %s', (_, part, replacement, weight, subject) => {
    expect(changed(part, replacement)).toEqual([weight, subject]);
  });

  test('of the error codes of an operation is reported once', () => {
    const after = source.replace('[VALIDATION_FAILED, NOT_FOUND]', '[NOT_FOUND]');
    expect(changesBetween(parse(source), parse(after))).toEqual([
      {
        weight: 'additive',
        subject: 'updateThing',
        what: 'change paths//things/{id}/patch/x-error-codes',
      },
    ]);
  });

  test('is not reported for equal contracts', () => {
    expect(changesBetween(parse(source), parse(source))).toEqual([]);
  });
});

describe('a contract that differs from the released one', () => {
  const faultsWith = (more: Partial<Comparison>) =>
    faultsOf({
      released: '1.9.0',
      current: '1.10.0',
      changes: [{ weight: 'additive', subject: 'listActs', what: 'add paths//acts/get' }],
      changelog: '## 0.2.0\n\n### Contract 1.10.0\n\n- `listActs` is new.\n\n## 0.1.0\n',
      ...more,
    });

  test('passes with the required version and a changelog that names it', () => {
    expect(faultsWith({})).toEqual([]);
    expect(faultsWith({ current: '1.9.0', changes: [], changelog: '' })).toEqual([]);
  });

  test.each<[Weight, string, string]>([
    ['breaking', '1.10.0', '2.0.0'],
    ['additive', '1.9.1', '1.10.0'],
    ['wording', '1.9.0', '1.9.1'],
  ])('requires another version when it is %s', (weight, current, wanted) => {
    const changes = [{ weight, subject: 'listActs', what: 'x' }];
    const [fault = 'nothing'] = faultsWith({ current, changes });
    expect(fault).toContain(`need ${wanted}`);
  });

  test.each([
    ['has no section', '## 0.2.0\n\n- `listActs` is new.\n'],
    [
      'does not name the change in that section',
      '### Contract 1.10.0\n\n### Contract 1.9.0\n\n- `listActs`\n',
    ],
    ['names the change without backquotes', '### Contract 1.10.0\n\n- listActs\n'],
  ])('is refused when the changelog %s', (_, changelog) => {
    expect(faultsWith({ changelog })).toHaveLength(1);
  });

  const corrected = (entries: string, more: Partial<Comparison> = {}) =>
    faultsWith({
      changes: [
        { weight: 'breaking', subject: 'findThings', what: 'remove paths//things/get' },
        { weight: 'wording', subject: 'info', what: 'replace info/description' },
      ],
      changelog: `### Contract 1.10.0\n\n#### Corrections\n\n${entries}\n### Contract 1.9.0\n`,
      ...more,
    });

  test.each([
    ['that breaks clients', '- `findThings`: it never worked.\n'],
    ['of the wording too', '- `findThings`, `info`: neither was\n  ever true.\n'],
    ['in separate entries', '- `findThings`: it never worked.\n- `info`: it was wrong.\n'],
  ])('passes with a correction %s', (_, entries) => {
    expect(corrected(entries)).toEqual([]);
  });

  test('passes after its release, when its corrections no longer match a difference', () => {
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
      'names an unchanged subject',
      '- `findThings`: it never worked.\n- `listActs`: it was wrong.\n',
      '`listActs`',
    ],
    ['is missing', '', 'need 2.0.0'],
    ['names another subject', '- `info`: it was wrong.\n', 'need 2.0.0'],
  ])('is refused when a correction %s', (_, entries, part) => {
    expect(corrected(entries)).toEqual([expect.stringContaining(part)]);
  });

  test('is refused when the section names a breaking change, but not as a correction', () => {
    const changelog = '### Contract 1.10.0\n\n- `findThings`: it is gone.\n';
    expect(corrected('', { changelog })).toEqual([expect.stringContaining('need 2.0.0')]);
  });

  test('has a version that is ordered by its numbers', () => {
    expect(['1.10.0', '1.9.0', '2.0.0'].toSorted(order)).toEqual(['1.9.0', '1.10.0', '2.0.0']);
  });
});
