import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { compiledStatementFaults } from '../support/compiled-statement-faults';
import {
  accessorFaults,
  importFaults,
  printingFaults,
  scriptImportFaults,
} from '../support/house-rules';
import { importCircles } from '../support/import-circles';

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
