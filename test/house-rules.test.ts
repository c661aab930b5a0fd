import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { accessorFaults, importFaults } from './support/house-rules';

const src = join(__dirname, '..', 'src');

describe('the rules of the house', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path.endsWith('.ts'));

  test('are kept by every import of src', () => {
    const faults = files.flatMap((path) =>
      importFaults(path, readFileSync(join(src, path), 'utf8')),
    );
    expect(faults).toEqual([]);
  });

  test('are kept by the length of every file: 300 lines', () => {
    const long = files.filter(
      (path) => readFileSync(join(src, path), 'utf8').split('\n').length > 301,
    );
    expect(long).toEqual([]);
  });

  test('are kept by every object literal of src', () => {
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
    ['actions/action-operations.ts', "import { emit } from '../events/event-store';"],
    ['actions/action-operations.ts', "import type { Row } from '../events/event-store';"],
    ['app.ts', "import { createGate } from './auth/gate';"],
    ['platform/log.ts', "import { emit } from '../events';"],
    ['platform/http/run.ts', "import { createApp } from '../../app';"],
    ['actions/action-rules.ts', "import type { Knex } from 'knex';"],
    ['actions/action-policy.ts', "import { Router } from 'express';"],
    ['actions/action-policy.ts', "import { findAction } from './action-store';"],
    ['actions/action-operations.ts', "const knex = require('knex');"],
    ['actions/action-operations.ts', "const knex = await import('knex');"],
    ['platform/http/run.ts', "import { OpenAPIBackend } from 'openapi-backend';"],
    ['client/retry.ts', "import { shift } from '../platform/time';"],
    ['client/retry.ts', "import { setTimeout } from 'node:timers/promises';"],
  ])('are broken by %s with %s', (path, text) => {
    expect(importFaults(path, text)).not.toEqual([]);
  });

  test.each([
    ['actions/action-operations.ts', "import { emit } from '../events';"],
    ['actions/action-operations.ts', "import type { stubs } from '../../generated/handlers';"],
    ['actions/action-store.ts', "import type { Knex } from 'knex';"],
    ['actions/action-operations.ts', "import { findAction } from './action-store';"],
    ['cli/serve.ts', "import { createApp } from '../app';"],
    ['main.ts', "import { serve } from './cli/serve';"],
    ['platform/db/connect.ts', "import { knex } from 'knex';"],
    ['platform/http/router.ts', "import { OpenAPIBackend } from 'openapi-backend';"],
    ['client/client.ts', "import type { paths } from '../../generated/types';"],
    ['client/client.ts', "import createFetchClient from 'openapi-fetch';"],
  ])('are kept by %s with %s', (path, text) => {
    expect(importFaults(path, text)).toEqual([]);
  });
});
