import { readdirSync, readFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import fc from 'fast-check';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { compiledStatementFaults } from '../support/compiled-statement-faults';
import { crossingGroups } from '../support/crossing-statements';
import {
  accessorFaults,
  importFaults,
  printingFaults,
  scriptImportFaults,
} from '../support/house-rules';
import { importCircles } from '../support/import-circles';
import openapi from '../../generated/openapi.json';
import { expressionsOfContract } from '../../scripts/lint-patterns/contract-expressions';
import { faultsOf, type Check } from '../../scripts/lint-patterns/expression';
import { expressionsOfSource } from '../../scripts/lint-patterns/source-expressions';
import { blockAt, blocksOf, declaredAround, instrument } from '../../scripts/mutate/blocks';
import { changesOf } from '../../scripts/mutate/changes';
import { summary, type Verdict } from '../../scripts/mutate/report';
import { readSameBehaviour } from '../../scripts/mutate/same-behaviour';
import { mutantsOf, sampleOf } from '../../scripts/mutate/sample';
import { idKinds } from '../../src/platform/ids';
import { packageRoot } from '../../src/platform/package-root';
import { variables } from '../../src/platform/config-variables';
import { sessionCookieNames } from '../../src/platform/http/cookies';
import {
  addAgent,
  type AgentWithToken,
  makeWorkspace,
  type Person,
  startApp,
  type TestApp,
} from '../../scripts/servers/app';
import { client } from '../../scripts/requests/client';
import { openTestDatabase, type TestDatabase } from '../../scripts/databases/test-database';

const src = join(__dirname, '..', '..', 'src');

describe('the rules of the project', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => /\.tsx?$/.test(path));

  test('apply to every import of src', () => {
    const faults = files.flatMap((path) =>
      importFaults(path, readFileSync(join(src, path), 'utf8')),
    );
    expect(faults).toEqual([]);
  });

  test('let scripts import nothing of the tests', () => {
    const scripts = readdirSync(join(src, '..', 'scripts'), { recursive: true, encoding: 'utf8' })
      .map((path) => `scripts/${path.split(sep).join('/')}`)
      .filter((path) => /\.[cm]?ts$/.test(path) && !path.includes('/node_modules/'));
    const faults = scripts.flatMap((path) =>
      scriptImportFaults(path, readFileSync(join(src, '..', path), 'utf8')),
    );
    expect(faults).toEqual([]);
    expect(scriptImportFaults('scripts/a/b.ts', "import '../../test/support/c';")).toHaveLength(1);
    expect(scriptImportFaults('scripts/a/b.ts', "import '../test/c';")).toEqual([]);
  });

  test('let no two test files have the same name, by which tools order and find them', () => {
    const names = readdirSync(join(src, '..', 'test'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => basename(path));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('allow no circle of imports, not even of types', () => {
    const textOf = new Map(files.map((path) => [path, readFileSync(join(src, path), 'utf8')]));
    expect(importCircles(textOf)).toEqual([]);
  });

  test('find a circle of imports, with and without values', () => {
    const circle: [string, string][] = [
      ['a.ts', "import type { B } from './b';"],
      ['b/index.ts', "export { c } from './c';"],
      ['b/c.ts', "import { a } from '../a';"],
    ];
    expect(importCircles(new Map(circle))).toEqual(['a.ts → b/index.ts → b/c.ts → a.ts']);
    expect(importCircles(new Map(circle.slice(0, 2)))).toEqual([]);
  });

  test('allow compiled statements at module level only', () => {
    const faults = files.flatMap((path) =>
      compiledStatementFaults(path, readFileSync(join(src, path), 'utf8')),
    );
    expect(faults).toEqual([]);
  });

  test.each([
    ['const one = compiledStatement(make);', 0],
    ['export const one = compiledStatement<string>(make);', 0],
    ["const of = (kind) => compiledUpdate(kind); const one = of('a');", 0],
    ['export function compiledSearch(make) { return compiledQuery(make); }', 0],
    ['export function one(id) { return compiledStatement((db) => db(id)); }', 1],
    ["export const of = (kind) => compiledUpdate(kind); const one = of('a');", 1],
    ['const of = (kind) => compiledUpdate(kind); export const one = (id) => of(id);', 1],
    ['const of = (kind) => compiledUpdate(kind); export const list = kinds.map(of);', 1],
    ['export const one = async (id) => { const run = () => compiledInsert(id); };', 1],
    ['export function one(id) { return compiledSearch((db) => db(id)); }', 1],
    ['const one = { two: (id) => compiledQuery(id) };', 1],
  ])('count the compiled statements in functions of %s', (text, count) => {
    expect(compiledStatementFaults('features/one-store.ts', text)).toHaveLength(count);
  });

  test('require that files with operations are named -operations.ts', () => {
    const misplaced = files.filter((path) => {
      if (!path.startsWith('features/') || path.endsWith('/index.ts')) return false;
      const text = readFileSync(join(src, path), 'utf8');
      const has = /(Read|Write)Handler<|ProtocolHandler\b|Handlers\b/.test(text);
      return has !== path.endsWith('-operations.ts');
    });
    expect(misplaced).toEqual([]);
  });

  test('let the command line print with its printer only', () => {
    const faults = files.flatMap((path) =>
      printingFaults(path, readFileSync(join(src, path), 'utf8')),
    );
    expect(faults).toEqual([]);
  });

  test.each([
    ['cli/tokens/tokens.ts', 'process.stdout.write(name);', 1],
    ['cli/tokens/tokens.ts', 'const { stderr } = process;', 1],
    ['cli/program.ts', 'console.log(name);', 1],
    ['cli/program.ts', '// to stdout\nprint(name);', 0],
    ['cli/printer.ts', 'process.stdout.write(name);', 0],
  ])('count what %s prints by %s', (path, text, count) => {
    expect(printingFaults(path, text)).toHaveLength(count);
  });

  test('limit every file to 400 lines', () => {
    const long = files.filter(
      (path) => readFileSync(join(src, path), 'utf8').split('\n').length > 401,
    );
    expect(long).toEqual([]);
  });

  test.each([
    ['README.md', 720],
    ['CONTRIBUTING.md', 1700],
  ])('limit %s to %i words', (file, most) => {
    const text = readFileSync(join(src, '..', file), 'utf8');
    expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(most);
  });

  test('forbid accessors in object literals of src', () => {
    const faults = files.flatMap((path) =>
      accessorFaults(path, readFileSync(join(src, path), 'utf8')),
    );
    expect(faults).toEqual([]);
  });

  test.each([
    ['const one = { get log() { return 1; } };', 1],
    ["const one = () => ({ two: { set 'a'(value) {} } });", 1],
    ['class One { get log() { return { get: 1 }; } }', 0],
  ])('count the accessors of %s', (text, count) => {
    expect(accessorFaults('one.ts', text)).toHaveLength(count);
  });

  test.each([
    [
      'features/actions/action-operations.ts',
      "import { emit } from '../../shared/events/event-store';",
    ],
    [
      'features/actions/action-operations.ts',
      "import type { Row } from '../projects/project-store';",
    ],
    ['app.ts', "import { createGate } from './features/auth/gate';"],
    ['platform/log.ts', "import { emit } from '../shared/events';"],
    ['shared/links/link-store.ts', "import { documents } from '../../features/documents';"],
    ['features/actions/index.ts', "import { createApp } from '../../app';"],
    ['cli/serve/serve.ts', "import { createClient } from '../../client';"],
    ['platform/http/run.ts', "import { createApp } from '../../app';"],
    ['features/actions/action-rules.ts', "import type { Knex } from 'knex';"],
    ['features/actions/action-policy.ts', "import { Router } from 'express';"],
    ['features/actions/action-policy.ts', "import { findAction } from './action-store';"],
    ['features/actions/action-operations.ts', "const knex = require('knex');"],
    ['features/actions/action-operations.ts', "const knex = await import('knex');"],
    ['platform/http/run.ts', "import { OpenAPIBackend } from 'openapi-backend';"],
    ['client/retry.ts', "import { shift } from '../platform/time';"],
    ['console/app.tsx', "import type { Config } from '../platform/config';"],
    ['console/app.tsx', "import { createClient } from '../client';"],
    ['console/app.tsx', "import { chart } from 'charts';"],
    ['features/views/index.ts', "import { App } from '../../console/app';"],
    ['features/actions/action-operations.ts', "import { pages } from '../../client';"],
    ['client/retry.ts', "import { setTimeout } from 'node:timers/promises';"],
  ])('are broken by %s with %s', (path, text) => {
    expect(importFaults(path, text)).not.toEqual([]);
  });

  test.each([
    ['features/actions/action-operations.ts', "import { emit } from '../../shared/events';"],
    ['features/actions/claims/claim-store.ts', "import { findAction } from '../action-store';"],
    [
      'features/actions/action-operations.ts',
      "import type { stubs } from '../../../generated/handlers';",
    ],
    ['features/actions/action-store.ts', "import type { Knex } from 'knex';"],
    ['features/actions/action-operations.ts', "import { findAction } from './action-store';"],
    ['cli/serve/serve.ts', "import { createApp } from '../../app';"],
    ['main.ts', "import { serve } from './cli/serve/serve';"],
    ['cli/webhooks/listen.ts', "import { createClient } from '../../client';"],
    ['platform/db/connect.ts', "import { knex } from 'knex';"],
    ['platform/http/routing/router.ts', "import { OpenAPIBackend } from 'openapi-backend';"],
    ['client/client.ts', "import type { paths } from '../../generated/types';"],
    ['client/client.ts', "import createFetchClient from 'openapi-fetch';"],
    ['console/app.tsx', "import { createClient } from 'callboard-client';"],
    ['console/main.tsx', "import { createRoot } from 'react-dom/client';"],
  ])('are satisfied by %s with %s', (path, text) => {
    expect(importFaults(path, text)).toEqual([]);
  });
});

describe('npm run lint:patterns', () => {
  const schemas = (one: object) => expressionsOfContract({ components: { schemas: { One: one } } });

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

  test('names each position of an expression that is not linear or not judged', async () => {
    const checked: string[] = [];
    const check: Check = async (source) => {
      checked.push(source);
      if (source === 'x') return { status: 'safe' };
      if (source === 'y') return { status: 'unknown', error: { kind: 'timeout' } };
      return { status: 'vulnerable', complexity: { summary: 'exponential' } };
    };
    const at = (position: string, source: string) => ({ position, source, flags: 'u' });
    const expressions = [at('one', '(a+)+'), at('two', 'x'), at('three', '(a+)+'), at('four', 'y')];
    expect(await faultsOf(check, expressions)).toEqual([
      'one: /(a+)+/u is not linear: exponential.',
      'three: /(a+)+/u is not linear: exponential.',
      'four: /y/u is not linear: recheck cannot judge it (timeout).',
    ]);
    expect(checked).toEqual(['(a+)+', 'x', 'y']);
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

/** The source text after each of its changes, with the kind of the change. */
function changed(source: string): string[] {
  return changesOf('x.ts', source).map(
    ({ kind, start, end, text }) => `${kind}: ${source.slice(0, start)}${text}${source.slice(end)}`,
  );
}

describe('changes of a mutation run', () => {
  test.each([
    ['a < b;', ['statement: ;', 'comparison: a <= b;']],
    ['let a = 1_000;', ['bound: let a = 1001;', 'bound: let a = 999;']],
    ['let a = 0;', ['bound: let a = 1;']],
    ['let a = Math.min(b, c);', ['bound: let a = Math.max(b, c);']],
    ["let a = 'asc';", ["order: let a = 'desc';"]],
    ['let a = b.toSorted();', ['order: let a = b;']],
    [
      'let a = b && c;',
      ['condition: let a = (b || c);', 'condition: let a = (b);', 'condition: let a = (c);'],
    ],
    ['if (a) return;', ['condition: if (!(a)) return;', 'statement: ;']],
    ['let a = !b;', ['condition: let a = b;']],
    [
      'let a = q.where({ b, c });',
      [
        'condition: let a = q;',
        'condition: let a = q.where({  c });',
        'condition: let a = q.where({ b });',
      ],
    ],
    [
      "let a = q.where('at', '<', b);",
      ['condition: let a = q;', "comparison: let a = q.where('at', '<=', b);"],
    ],
    ['type A = 1;', []],
  ])('of %s', (source, wanted) => {
    expect(changed(source)).toEqual(wanted);
  });

  test('of SQL in a text', () => {
    expect(
      changed(
        'let a = `delete from x where b = 1 and c = old.c; select x from y order by z desc limit 5`;',
      ),
    ).toEqual([
      'bound: let a = `delete from x where b = 1 and c = old.c; select x from y order by z desc limit 6`;',
      'order: let a = `delete from x where b = 1 and c = old.c; select x from y order by z asc limit 5`;',
      'condition: let a = `delete from x where b = 1 or c = old.c; select x from y order by z desc limit 5`;',
      'condition: let a = `delete from x where b = 1; select x from y order by z desc limit 5`;',
      'statement: let a = ` select x from y order by z desc limit 5`;',
    ]);
    expect(changed('let a = `Nobody waits for the order of things`;')).toEqual([]);
  });

  test('are the same ones for the same seed, of every kind, at most one per line', () => {
    const root = packageRoot();
    const sample = sampleOf(root, 'features/actions', 50, 7);
    expect(sample).toHaveLength(50);
    expect(sampleOf(root, 'src/features/actions', 50, 7)).toEqual(sample);
    expect(sampleOf(root, 'features/actions', 50, 8)).not.toEqual(sample);
    expect(new Set(sample.map(({ file, line }) => `${file}:${line}`)).size).toBe(50);
    expect(new Set(sample.map(({ kind }) => kind)).size).toBe(5);
    expect(sample.every(({ file }) => file.startsWith('src/features/actions/'))).toBe(true);
  });

  test('record entered blocks without changing line numbers', () => {
    const source = '#!/usr/bin/env node\nconst a = 1;\nfunction b() {\n  return () => a;\n}\n';
    const recorded = instrument('x.ts', source);
    expect(recorded.split('\n')).toEqual([
      '#!/usr/bin/env node',
      'globalThis.recordEntered?.("x.ts#0");const a = 1;',
      'function b() {globalThis.recordEntered?.("x.ts#1");',
      '  return () => (globalThis.recordEntered?.("x.ts#2"), a);',
      '}',
      '',
    ]);
    const blocks = blocksOf('x.ts', source);
    const at = (text: string): number => source.indexOf(text);
    expect(blockAt(blocks, at('return'))?.id).toBe('x.ts#1');
    expect(blockAt(blocks, at('1;'))?.id).toBe('x.ts#0');
    expect(declaredAround(blocks, at('1;'))).toBe(at('a = 1'));
  });

  test('in same-behaviour.json are still possible, and have a reason', () => {
    const root = packageRoot();
    for (const { file, before, after, reason } of readSameBehaviour(root)) {
      const found = mutantsOf(root, file).some(
        (mutant) => mutant.before === before && mutant.after === after,
      );
      expect([file, after, found]).toEqual([file, after, true]);
      expect(reason).not.toBe('');
    }
  });

  test('are counted', () => {
    const [mutant] = sampleOf(packageRoot(), 'features/actions', 1, 1);
    if (mutant === undefined) throw new Error('There is no change.');
    const of = (verdict: Verdict['verdict']): Verdict => ({ mutant, verdict, by: '', seconds: 1 });
    expect(summary([of('noticed'), of('noticed'), of('noticed'), of('survived')])).toBe(
      '4 changes: 3 noticed, 1 survived, 0 did not compile, 0 change no behaviour. 75.0 of 100 noticed.',
    );
  });
});

const root = join(__dirname, '..', '..');

const readme = readFileSync(join(root, 'README.md'), 'utf8');

const guide = readFileSync(join(root, 'docs', 'operate.md'), 'utf8');

test('docs/operate.md has the default and the meaning of every variable', () => {
  const rows = [...guide.matchAll(/^\| `([A-Z_]+)` *\| (.*?) *\| (.*?) *\|$/gm)];
  expect(rows.map(([, name, fallback, meaning]) => ({ name, fallback, meaning }))).toEqual(
    variables.map(({ name, fallback, meaning }) => ({
      name,
      fallback: fallback === '' ? '' : `\`${fallback}\``,
      meaning,
    })),
  );
});

test('docs/scale.md lists the statements that cross workspaces, with their reasons', () => {
  const text = readFileSync(join(root, 'docs', 'scale.md'), 'utf8');
  const [, table = ''] = /^(\| Statement .*\n(?:\|.*\n)+)/m.exec(text) ?? [];
  const rows = [...table.matchAll(/^\| (.*?) *\| (.*?) *\|$/gm)].slice(2);
  expect(rows.map(([, statements, reason]) => ({ statements, reason }))).toEqual(
    crossingGroups.map(({ statements, reason }) => ({ statements, reason })),
  );
});

test('docs/contract.md explains every extension of the contract', () => {
  const contract = readFileSync(join(root, 'contract', 'openapi.yaml'), 'utf8');
  const used = [...contract.matchAll(/^[ -]*(x-[a-z-]+):/gm)].map(([, name]) => name);
  const text = readFileSync(join(root, 'docs', 'contract.md'), 'utf8');
  const explained = [...text.matchAll(/^\| `(x-[a-z-]+)`/gm)].map(([, name]) => name);
  expect(new Set(explained)).toEqual(new Set(used));
});

test('docs/domain.md has the prefix of every kind of id', () => {
  const text = readFileSync(join(root, 'docs', 'domain.md'), 'utf8');
  const [, sentence = ''] = /^- Ids have a prefix .*?: ([^]*?)\. Clients/m.exec(text) ?? [];
  const prefixes = [...sentence.matchAll(/`([a-z]{3})_`/g)].map(([, prefix]) => prefix);
  // No request names an entry of the audit.
  const kinds = ['aud', ...Object.values(idKinds).map(({ prefix }) => prefix)];
  expect(prefixes).toEqual(kinds.toSorted());
});

describe('a sample of the README', () => {
  let folder: string;
  let database: TestDatabase;
  let app: TestApp;
  let person: Person;
  let scribe: AgentWithToken;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'callboard-readme-'));
    database = await openTestDatabase('sqlite');
    app = await startApp(database);
    person = await makeWorkspace(database, 'Stage');
    scribe = await addAgent(app, person, { name: 'Scribe' });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    rmSync(folder, { recursive: true });
  });

  test('for curl runs', async () => {
    writeFileSync(join(folder, '.curlrc'), 'silent\nshow-error\nfail\n');
    writeFileSync(
      join(folder, 'cookies.txt'),
      `127.0.0.1\tFALSE\t/\tTRUE\t0\t${sessionCookieNames.secure}\t${person.cookie}\n`,
    );
    const { code, err } = await run('sh', ['-e', '-c', sample('sh', 'curl')]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const questions = await client(app, { cookie: person.cookie }).ok('listQuestions');
    expect(questions.items).toEqual([expect.objectContaining({ question: 'Which logo?' })]);
  });

  describe('for TypeScript', () => {
    const tsx = join(root, 'node_modules', 'tsx', 'dist', 'loader.mjs');

    beforeAll(() => {
      writeFileSync(join(folder, 'sample.mts'), sample('ts', 'callboard-client'));
      const tsconfig = {
        compilerOptions: {
          strict: true,
          noEmit: true,
          target: 'es2023',
          lib: ['es2023', 'dom', 'dom.iterable'],
          module: 'node16',
          skipLibCheck: true,
          typeRoots: [join(root, 'node_modules', '@types')],
          types: ['node'],
          paths: { 'callboard-client': [join(root, 'src', 'client', 'index.ts')] },
        },
        files: ['sample.mts'],
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    });

    test('compiles', async () => {
      const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
      const { code, out } = await run(process.execPath, [tsc, '-p', folder]);
      expect({ code, out }).toEqual({ code: 0, out: '' });
    }, 300_000);

    test('runs', async () => {
      const as = client(app, { bearer: scribe.token });
      const { id } = await as.ok('createAction', { body: { title: 'Fold', status: 'ready' } });
      const { code, out, err } = await run(process.execPath, ['--import', tsx, 'sample.mts']);
      expect({ code, out, err }).toEqual({
        code: 0,
        out: 'Scribe has nothing left to do.\n',
        err: '',
      });
      const { status } = await as.ok('getAction', { path: { id } });
      expect(status).toBe('done');
    });

    test('sends no request without a token', async () => {
      const args = ['--import', tsx, 'sample.mts'];
      const { code, out, err } = await run(process.execPath, args, { TOKEN: '' });
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toContain('createClient needs exactly one of `token`');
    });
  });

  /** Runs a command in the folder of the samples to its end, with their environment variables. */
  async function run(command: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) {
    const { PATH = '' } = process.env;
    const known = { PATH, HOME: folder, CURL_HOME: folder, URL: app.url, TOKEN: scribe.token };
    const env = { ...known, ...more };
    const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { code, out, err };
  }
});

/** The README's code block in that language that contains the text. */
function sample(language: string, mentions: string): string {
  const blocks = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  const found = blocks.find(([, tag, code]) => tag === language && code?.includes(mentions));
  if (found?.[2] === undefined) throw new Error(`The README has no ${language} with ${mentions}.`);
  return found[2];
}
