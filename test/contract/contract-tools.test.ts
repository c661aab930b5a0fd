import {
  readFileSync,
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isMap, parse } from 'yaml';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { completeContract } from '../../scripts/contract-complete/complete';
import { countLines } from '../../scripts/contract-complete/count';
import {
  keyOf,
  mapAt,
  parseContract,
  printContract,
  width,
} from '../../scripts/contract-complete/layout';
import { operationFacts } from '../../generated/handlers';
import { asList, asObject, below, valueAt } from '../../scripts/generate/json';
import { changesBetween, type Weight } from '../../scripts/contract-diff/changes';
import { faultsOf, order, type Comparison } from '../../scripts/contract-diff/verdict';
import { bringUpToDate, findFaults } from '../../scripts/generate/generate';
import { readSource } from '../../scripts/generate/source';
import { writeClient } from '../../scripts/generate/write-client';
import { writeHandlers } from '../../scripts/generate/write-handlers';
import { writeLimits } from '../../scripts/generate/write-limits';
import { typescript } from '../support/program';

/** A part of the operation in the completed text. */
function inOperation(text: string, path: string, method: string, ...steps: string[]): unknown {
  return valueAt(parse(text), below('#', 'paths', path, method, ...steps));
}

const simpleOperation = `  /v1/actions/{id}/example:
    post:
      operationId: exampleAction
      tags: [actions]
      summary: Put an action off
      description: Hides the action from every queue until then. The reason becomes a note.
      parameters:
        - $ref: '#/components/parameters/ActionId'
        - $ref: '#/components/parameters/IfMatch'
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/ActionRelease' }
            examples:
              monday:
                summary: Until Monday
                value: { reason: The dictionary comes on Monday. }
      x-own-error-codes: [FORBIDDEN, ALREADY_TERMINAL]
      responses:
        '200':
          description: The action.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Action' }
`;

describe('npm run contract:complete', () => {
  const contract = readFileSync(join(__dirname, '..', '..', 'contract', 'openapi.yaml'), 'utf8');

  /** The contract with a few of its paths, which is faster to parse. */
  const small = withPaths(['/v1/actions/batch-get', '/v1/actions/{id}/notes', '/v1/session', '/docs']);

  function withPaths(included: readonly string[]): string {
    const document = parseContract(contract);
    const paths = isMap(document.contents) ? mapAt(document.contents, 'paths') : undefined;
    if (paths !== undefined) {
      paths.items = paths.items.filter((pair) => included.includes(keyOf(pair)));
    }
    return completeContract(printContract(document));
  }

  /** The small contract with a part of its text replaced, completed. */
  function completed(part: string, replacement: string): string {
    expect(small).toContain(part);
    return completeContract(small.replace(part, () => replacement));
  }

  test('changes nothing in the committed contract', () => {
    expect(completeContract(contract)).toBe(contract);
  });

  test('finds the contract within its limits of lines and columns', () => {
    const { byHand, filled, whole, longest } = countLines(contract);
    expect(byHand + filled).toBe(whole);
    const operations = Object.keys(operationFacts).length;
    expect(byHand / operations).toBeLessThanOrEqual(72.7);
    expect(whole / operations).toBeLessThanOrEqual(149.5);
    expect(longest).toBeLessThanOrEqual(width);
  });

  test('completes a simple operation of at most thirty lines', () => {
    const text = completeContract(
      small.replace('\nwebhooks:\n', `\n${simpleOperation}webhooks:\n`),
    );
    expect(countLines(text).byHand - countLines(small).byHand).toBe(
      simpleOperation.trimEnd().split('\n').length,
    );
    expect(simpleOperation.split('\n').length).toBeLessThanOrEqual(30);
    const operation = (...steps: string[]) =>
      inOperation(text, '/v1/actions/{id}/example', 'post', ...steps);
    expect(Object.keys(Object(operation('responses', '200', 'headers')))).toEqual([
      'ETag',
      'Idempotent-Replayed',
      'RateLimit',
      'RateLimit-Policy',
      'X-Request-Id',
    ]);
    expect(Object.keys(Object(operation('responses'))).join(' ')).toBe(
      '200 204 400 401 403 404 406 409 410 412 413 415 429 500 503',
    );
    expect(operation('responses', '204')).toEqual({ $ref: '#/components/responses/MinimalPost' });
    expect(operation('parameters')).toContainEqual({ $ref: '#/components/parameters/Prefer' });
    const codes = operation('x-error-codes');
    expect(Array.isArray(codes) ? codes.join(' ') : codes).toBe(
      'MALFORMED_JSON UNKNOWN_FIELD UNKNOWN_PARAMETER VALIDATION_FAILED UNAUTHENTICATED ' +
        'AGENT_NOT_ACTIVE CAP_EXCEEDED CSRF_FAILED FORBIDDEN INSUFFICIENT_SCOPE NOT_FOUND ' +
        'NOT_ACCEPTABLE ALREADY_TERMINAL IDEMPOTENCY_KEY_REUSED REQUEST_IN_PROGRESS MOVED STALE_VERSION ' +
        'PAYLOAD_TOO_LARGE UNSUPPORTED_MEDIA_TYPE RATE_LIMITED INTERNAL UNAVAILABLE',
    );
    // It is among the paths of its tag.
    expect(text.indexOf('/example:')).toBeLessThan(text.indexOf('  # ==== notes ===='));
    expect(completeContract(text)).toBe(text);
  });

  test('removes a code that is no longer written, with the response that only it needed', () => {
    const text = completed('x-own-error-codes: [ TOO_MANY_IDS ]', 'x-own-error-codes: []');
    const read = (...steps: string[]) => inOperation(text, '/v1/actions/batch-get', 'get', ...steps);
    expect(read('x-error-codes')).not.toContain('TOO_MANY_IDS');
    expect(read('responses', '422')).toBeUndefined();
  });

  test.each([
    [
      'returns a secret',
      '      x-own-error-codes: [FORB',
      '      x-replay-omits: [/id]\n      x-own-error-codes: [FORB',
    ],
    ['returns no single record', "Action' }\n", "ActionClaimNextResult' }\n"],
    ['is public', '      parameters:\n', '      security: []\n      parameters:\n'],
  ])('gives an operation that %s no 204', (_what, part, replacement) => {
    const changed = simpleOperation
      .replace("        - $ref: '#/components/parameters/IfMatch'\n", '')
      .replace(part, replacement);
    expect(changed).not.toBe(simpleOperation);
    const text = completeContract(small.replace('\nwebhooks:\n', `\n${changed}webhooks:\n`));
    const path = '/v1/actions/{id}/example';
    expect(inOperation(text, path, 'post', 'responses', '204')).toBeUndefined();
    expect(JSON.stringify(inOperation(text, path, 'post', 'parameters'))).not.toContain('Prefer');
  });

  test('adds a new code to every list of codes', () => {
    const added = small.replace("  '404':\n", "  '404':\n    GONE_FISHING: Nobody is here.\n");
    const text = completeContract(
      added.replace('x-own-error-codes: [ TOO_MANY_IDS ]', 'x-own-error-codes: [GONE_FISHING]'),
    );
    const codes = valueAt(parse(text), '#/components/schemas/ErrorCode/enum');
    expect(codes).toContain('GONE_FISHING');
    const read = (...steps: string[]) => inOperation(text, '/v1/actions/batch-get', 'get', ...steps);
    expect(read('x-error-codes')).toContain('GONE_FISHING');
    expect(read('responses', '404')).toEqual({ $ref: '#/components/responses/NotFound' });
  });

  test('reports what to write where it cannot derive something', () => {
    const part = 'x-own-error-codes: [ TOO_MANY_IDS ]';
    expect(() => completed(part, 'x-own-error-codes: [NEW_CODE]')).toThrow(
      'batchGetActions: NEW_CODE has no status and message in x-errors.',
    );
    expect(() =>
      completed("  '404':\n", "  '418':\n    TEAPOT: It is one.\n  '404':\n"),
    ).not.toThrow();
    const pot = small.replace("  '404':\n", "  '418':\n    TEAPOT: It is one.\n  '404':\n");
    expect(() => completeContract(pot.replace(part, 'x-own-error-codes: [TEAPOT]'))).toThrow(
      'No component of responses is for 418: add one with an example of such an error.',
    );
  });

  test('does not change comments, descriptions, and the headers of an operation', () => {
    const text = completed(
      '  /v1/session:\n',
      '  # How people come by a credential.\n  /v1/session:\n',
    );
    expect(text).toContain('  # How people come by a credential.\n  /v1/session:\n');
    expect(inOperation(text, '/v1/session', 'post', 'responses', '201', 'headers')).toHaveProperty(
      'Set-Cookie',
    );
    expect(inOperation(text, '/docs', 'get', 'responses', '304', 'headers')).toHaveProperty(
      'Content-Security-Policy',
    );
  });

  test('groups every path and every schema under the heading of its tag', () => {
    const lines = contract.split('\n');
    const headings = lines.filter((line) => /^ {2}# ==== /.test(line));
    const tags = asList(asObject(parse(contract))['tags']).map((tag) => asObject(tag)['name']);
    expect(headings.map((line) => line.split(' ').at(-2))).toEqual(tags);
    const text = completed(
      '\n    Domain:\n',
      '\n    Unused: { type: string, description: Used by nothing. }\n    Domain:\n',
    );
    expect(text.indexOf('    Unused: ')).toBeGreaterThan(text.indexOf('    # ==== shared ===='));
  });
});

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

const root = join(__dirname, '..', '..');

const contract = readFileSync(join(__dirname, '..', 'support', 'small-contract.yaml'), 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'callboard-generate-'));

afterAll(() => rmSync(folder, { recursive: true }));

describe('a fault of the contract', () => {
  test.each([
    ['invalid YAML', '{ title: Small', '{ title: [Small', /^FILE:\d+:\d+ YAML: /],
    [
      'a duplicate key',
      'summary: List things',
      'summary: x\n      summary: y',
      /YAML: Map keys must be unique/,
    ],
    [
      'an unknown field',
      'summary: List things',
      'summery: List things',
      /#\/paths\/~1things\/get: .*"summery"/,
    ],
    [
      'a reference without a target',
      "schemas/Thing' } }",
      "schemas/Nothing' } }",
      /\$ref: #\/components\/schemas\/Nothing does not exist/,
    ],
    [
      'a reference to another kind of component',
      "examples/Things'",
      "responses/Error'",
      /must be one of #\/components\/examples/,
    ],
    [
      'a reference to another file',
      "'#/components/schemas/Thing'",
      "'other.yaml#/Thing'",
      /the contract is one file/,
    ],
    [
      'an x-replay-omits without its field',
      'summary: List things',
      'summary: List things\n      x-replay-omits: [/nothing]',
      /x-replay-omits\/0: \/nothing is not the JSON pointer of a field of the success/,
    ],
    [
      'a restriction to unknown callers',
      'summary: List things',
      'summary: List things\n      x-restricted-to: admins',
      /x-restricted-to: it must be one of owners, sysadmins, reviewers/,
    ],
    [
      'a restriction to callers whom security excludes',
      'summary: List things',
      'summary: List things\n      x-restricted-to: sysadmins',
      /x-restricted-to: security lacks bearerToken/,
    ],
    [
      'an id of an unknown kind of record',
      '  schemas:\n',
      '  schemas:\n    ThingId: { type: string, description: Id., x-id-of: thing }\n',
      /ThingId\/x-id-of: add thing with its prefix to idKinds in src\/platform\/ids\.ts/,
    ],
    [
      'a scope that a read does not need',
      'summary: List things',
      'summary: List things\n      security: [{ token: [write] }]',
      /security: the scopes of token must be \[read\]/,
    ],
    [
      'news of an unknown kind of event',
      '  schemas:\n',
      '  schemas:\n    EventKind: { type: string, description: Kind., enum: [thing.lit], x-news-roles: { thing.lost: [owner] } }\n',
      /x-news-roles\/thing.lost: thing.lost is not in enum/,
    ],
    [
      'an inline schema that generators name like a component',
      '    DetailsByCode:\n',
      '    ErrorDetails: { type: object, description: Details. }\n    DetailsByCode:\n',
      /details: generators name it Error-details, like the component ErrorDetails/,
    ],
    [
      'an operationId that differs from another one in case only',
      'operationId: updateThing',
      'operationId: listthings',
      /generators name it listthings, like listThings/,
    ],
    [
      'a duplicate operationId',
      'operationId: updateThing',
      'operationId: listThings',
      /listThings is the operationId of .* already/,
    ],
    [
      'an operation without operationId',
      'operationId: updateThing',
      'x-operation: updateThing',
      /has no operationId/,
    ],
    [
      'an undeclared path parameter',
      '/things/{id}:',
      '/things/{thing}:',
      /does not declare the path parameter thing/,
    ],
    [
      'a path parameter that the path lacks',
      '/things/{id}:',
      '/things/one:',
      /has no parameter id/,
    ],
    [
      'a keyword with a value of the wrong type',
      'maxItems: 5',
      'maxItems: five',
      /maxItems: must be integer/,
    ],
    ['an unknown type', 'type: boolean', 'type: bool', /schema\/type: must be/],
    ['an unknown keyword', 'maxItems: 5', 'maxItms: 5', /maxItms is not a keyword/],
    [
      'an unknown format',
      'format: date-time',
      'format: date-tim',
      /the format date-tim is unknown/,
    ],
    ['an invalid pattern', "pattern: '^[A-Z]'", "pattern: '^[A-Z'", /Invalid regular expr/],
    [
      'an example that does not match its schema',
      'value: { name: Lamp',
      'value: { nam: Lamp',
      /examples\/renamed\/value: the example does not match .* required property 'name'/,
    ],
    [
      'an example with an unknown field',
      'value: [{ name: Lamp }]',
      'value: [{ name: Lamp, colour: red }]',
      /#\/components\/examples\/Things\/value: the example: .*"colour"/,
    ],
    [
      'an example of the components that does not match a schema',
      'value: [{ name: Lamp }]',
      'value: [{ name: lamp }]',
      /#\/components\/examples\/Things\/value\/0\/name: the example does not match/,
    ],
    [
      'a number that no limit proves',
      'in at most 64 KiB',
      'in at most 32 KiB',
      /description: no limit proves "32 KiB": add a limit of 32768 to the x-limits/,
    ],
    [
      'a limit with another value',
      'Up to 500 things',
      'Up to 400 things',
      /description: no limit proves "400"/,
    ],
    [
      'a limit that looks like a status',
      'x-limits: [things, bytes]',
      'x-limits: [bytes]',
      /description: no limit proves "500"/,
    ],
    [
      'a number in words',
      'summary: Change a thing',
      'summary: Change up to ten things',
      /summary: no limit proves "ten"/,
    ],
    [
      'a limit with another value than the schema',
      'summary: Change a thing',
      "summary: Change up to 6\n      x-limits: ['#/paths/~1things/get/parameters/0/schema/maxItems']",
      /summary: no limit proves "6"/,
    ],
    [
      'a limit that the text does not contain',
      'Up to 500 things of',
      'Things of',
      /x-limits\/0: the text does not contain things, which is 500/,
    ],
    [
      'an unknown limit',
      'x-limits: [things, bytes]',
      'x-limits: [things, bites]',
      /x-limits\/1: bites is not a limit/,
    ],
    [
      'a default that does not match its schema',
      'default: false',
      'default: maybe',
      /default: the example does not match .* must be boolean/,
    ],
    [
      'an error code without a status',
      '- NOT_FOUND\n',
      '- NOT_FOUND\n        - NEW_CODE\n',
      /NEW_CODE is not in x-errors/,
    ],
    [
      'an error code whose message is not a sentence',
      'There is nothing here.',
      'nothing',
      /404\/NOT_FOUND: its message is not a sentence/,
    ],
    [
      'an unknown error code of an operation',
      'x-error-codes: [VALIDATION_FAILED, NOT_FOUND]',
      'x-error-codes: [VALIDATION_FAILED, NOT_FOUND, NEW_CODE]',
      /NEW_CODE is not in x-errors/,
    ],
    [
      'an error code whose status is not documented',
      "'404': { $ref",
      "'x-404': { $ref",
      /NOT_FOUND has the status 404, which is not among the responses/,
    ],
    [
      'an error status that no code has',
      "        '404': { $ref",
      "        '410': { description: Gone. }\n        '404': { $ref",
      /no code of x-error-codes has the status 410/,
    ],
    [
      'a path after those of a later tag',
      '  - name: things\npaths:\n  /things:\n    get:\n      operationId: listThings\n      tags: [things]',
      '  - name: things\n  - name: later\npaths:\n  /things:\n    get:\n      operationId: listThings\n      tags: [later]',
      /its path comes after those of later, a later tag/,
    ],
    ['a tag that is not declared', 'tags: [things]', 'tags: [acts]', /acts is not in tags/],
  ])('is %s, and stops the generator', (_, part, replacement, reason) => {
    const [first = 'nothing'] = faultsAfter(part, replacement);
    expect(first).toMatch(/^FILE:\d+:\d+ /);
    expect(first).toMatch(reason);
  });

  test('does not exist in the unchanged contract', () => {
    expect(faultsAfter('title: Small', 'title: Small')).toEqual([]);
  });

  test('is reported with line and column', () => {
    const [first] = faultsAfter('maxItems: 5', 'maxItems: five');
    const before = contract.slice(0, contract.indexOf('maxItems')).split('\n');
    const position = `${before.length}:${(before.at(-1) ?? '').length + 1}`;
    expect(first).toBe(
      `FILE:${position} #/paths/~1things/get/parameters/0/schema/maxItems: must be integer`,
    );
  });
});

describe('the generated files', () => {
  test('the JSON preserves the order of the file, also of whole numbers', () => {
    const { json } = readSource(contract);
    expect(json.indexOf('"204"')).toBeLessThan(json.indexOf('"Not changed."'));
    expect(JSON.parse(json)).toEqual(readSource(contract).document);
  });

  test('handlers.ts has a handler, a stub and the facts of each operation', () => {
    const text = writeHandlers(readSource(contract).document, { yaml: 'a', json: 'b' });
    expect(text).toContain(`export interface ThingsHandlers {
  readonly listThings: PublicReadHandler<'listThings'>;
  readonly updateThing: PublicWriteHandler<'updateThing'>;
}`);
    expect(text).toContain("  updateThing: () => notImplemented('updateThing'),");
    expect(text).toContain("    path: '/things/{id}',");
  });

  test('limits.ts has the limits that texts name', () => {
    const text = writeLimits(readSource(contract).document);
    expect(text).toContain('export const limits = {\n  things: 500,\n  bytes: 65536,\n} as const;');
  });

  test('client.ts has the error codes of each operation', () => {
    const text = writeClient(readSource(contract).document);
    expect(text).toContain(`  '/things/{id}': {
    patch: 'VALIDATION_FAILED' | 'NOT_FOUND';
  };`);
    expect(text).toContain(
      "export const errorCodes = [\n  'VALIDATION_FAILED',\n  'NOT_FOUND',\n]",
    );
  });

  test('changed files are written, or only named with --check', () => {
    const out = join(folder, 'out');
    const files = { 'types.ts': 'one', 'handlers.ts': 'two' };
    expect(bringUpToDate(out, files, { check: false })).toHaveLength(2);
    writeFileSync(join(out, 'types.ts'), 'edited by hand');
    expect(bringUpToDate(out, files, { check: true })).toEqual([join(out, 'types.ts')]);
    expect(readFileSync(join(out, 'types.ts'), 'utf8')).toBe('edited by hand');
    expect(bringUpToDate(out, files, { check: false })).toEqual([join(out, 'types.ts')]);
  });
});

describe('npm run generate', () => {
  test('exits with 1, the position and the reason, and writes nothing', () => {
    const file = join(folder, 'bad.yaml');
    writeFileSync(file, contract.replace('operationId: updateThing', 'operationId: listThings'));
    const { status, stderr } = run('--contract', file, '--out', join(folder, 'unwritten'));
    expect(stderr).toMatch(/bad\.yaml:\d+:\d+ #\/paths\/.*already\n$/);
    expect(status).toBe(1);
    expect(readdirSync(folder)).not.toContain('unwritten');
  });

  test('exits with 1 for an edited file with --check', () => {
    const out = join(folder, 'edited');
    cpSync(join(root, 'generated'), out, { recursive: true });
    appendFileSync(join(out, 'handlers.ts'), '// mine\n');
    const { status, stderr } = run('--check', '--out', out);
    expect(stderr).toBe(
      `${join(out, 'handlers.ts')} differs from what the contract generates.\nRun npm run generate and commit the result.\n`,
    );
    expect(status).toBe(1);
  });
});

/** The faults of the small contract with one part replaced. */
function faultsAfter(part: string, replacement: string): readonly string[] {
  expect(contract).toContain(part);
  return findFaults('FILE', readSource(contract.replace(part, () => replacement)));
}

function run(...options: readonly string[]) {
  const script = join(root, 'scripts', 'generate.ts');
  return spawnSync(process.execPath, [...typescript, script, ...options], {
    cwd: root,
    encoding: 'utf8',
  });
}
