import { join } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '..', '..');

const start = `
import type { DomainsHandlers } from '../generated/handlers';
import type { components } from '../generated/types';
declare const domain: components['schemas']['Domain'];
declare const others: Omit<DomainsHandlers, 'getDomain'>;
const headers = { ETag: '"1"' };
`;

/** Handlers that satisfy the contract, and handlers that do not. */
const modules = {
  right: `export const handlers: DomainsHandlers = { ...others,
    getDomain: async () => ({ status: 200, headers, body: domain }) };`,
  'a status that is not documented': `export const handlers: DomainsHandlers = { ...others,
    getDomain: async () => ({ status: 201, headers, body: domain }) };`,
  'an error that is returned, not thrown': `export const handlers: DomainsHandlers = { ...others,
    getDomain: async () => ({ status: 404, headers, body: domain }) };`,
  'a missing field': `const { name, ...nameless } = domain;
    export const handlers: DomainsHandlers = { ...others,
    getDomain: async () => ({ status: 200, headers, body: nameless }) };`,
  'a field of another type': `export const handlers: DomainsHandlers = { ...others,
    getDomain: async () => ({ status: 200, headers, body: { ...domain, version: 'one' } }) };`,
  'a missing header': `export const handlers: DomainsHandlers = { ...others,
    getDomain: async () => ({ status: 200, headers: {}, body: domain }) };`,
  'a missing handler': `export const handlers: DomainsHandlers = { ...others };`,
  'a handler without operation': `export const handlers: DomainsHandlers = { ...others,
    getDomain: async () => ({ status: 200, headers, body: domain }),
    burnDomain: async () => ({ status: 200, headers, body: domain }) };`,
  'a parameter that does not exist': `export const handlers: DomainsHandlers = { ...others,
    getDomain: async ({ path }) => ({ status: 200, headers, body: { ...domain, id: path.domain_id } }) };`,
  'a parameter of another type': `export const handlers: DomainsHandlers = { ...others,
    listDomains: async ({ query }) => others.listDomains({ path: {}, query: { limit: query.sort }, header: {}, body: undefined }, undefined as never),
    getDomain: async () => ({ status: 200, headers, body: domain }) };`,
  'a read that writes': `export const handlers: DomainsHandlers = { ...others,
    getDomain: async (_, { reader }) => { await reader.write((db) => db('domains').delete()); return { status: 200, headers, body: domain }; } };`,
} as const;

describe('the compiler', () => {
  const names = Object.keys(modules);
  const fileOf = (name: string) => join(root, 'test', `handlers-${names.indexOf(name)}.ts`);
  let diagnosticsOf: (name: string) => string[];

  beforeAll(() => {
    const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (file) =>
      ts.sys.readFile(file),
    );
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const disk = ts.createCompilerHost(options);
    const texts = new Map(
      Object.entries(modules).map(([name, text]) => [fileOf(name), start + text]),
    );
    const host: ts.CompilerHost = {
      ...disk,
      readFile: (file) => texts.get(file) ?? disk.readFile(file),
      fileExists: (file) => texts.has(file) || disk.fileExists(file),
      getSourceFile(file, target, onError) {
        const text = texts.get(file);
        return text === undefined
          ? disk.getSourceFile(file, target, onError)
          : ts.createSourceFile(file, text, target);
      },
    };
    const program = ts.createProgram([...texts.keys()], { ...options, types: ['node'] }, host);
    diagnosticsOf = (name) =>
      program
        .getSemanticDiagnostics(program.getSourceFile(fileOf(name)))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  });

  test('accepts handlers that satisfy the contract', () => {
    expect(diagnosticsOf('right')).toEqual([]);
  });

  test.each(names.filter((name) => name !== 'right'))('refuses %s', (name) => {
    expect(diagnosticsOf(name)).not.toEqual([]);
  });
});
