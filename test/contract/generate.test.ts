import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringUpToDate, findFaults } from '../../scripts/generate/generate';
import { readSource } from '../../scripts/generate/source';
import { writeClient } from '../../scripts/generate/write-client';
import { writeHandlers } from '../../scripts/generate/write-handlers';
import { writeLimits } from '../../scripts/generate/write-limits';
import { typescript } from '../support/program';

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
    const [first = 'nothing'] = faultsOf(part, replacement);
    expect(first).toMatch(/^FILE:\d+:\d+ /);
    expect(first).toMatch(reason);
  });

  test('does not exist in the unchanged contract', () => {
    expect(faultsOf('title: Small', 'title: Small')).toEqual([]);
  });

  test('is reported with line and column', () => {
    const [first] = faultsOf('maxItems: 5', 'maxItems: five');
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
function faultsOf(part: string, replacement: string): readonly string[] {
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
