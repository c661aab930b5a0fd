import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/** An import that a rule of CONTRIBUTING.md forbids. */
type Rule = (file: SourceFile, target: Target) => string | undefined;

/** A file of src. `features/actions/action-rules.ts` belongs to the module `features/actions`. */
interface SourceFile {
  readonly path: string;
  readonly module: string | undefined;
}

/** The target of an import: a package, or a path below src without its extension. */
interface Target {
  readonly package?: string;
  readonly path?: string;
  readonly module?: string | undefined;
}

/** The packages that the console may import, besides the client of the API. */
const consolePackages = [
  '@ariakit/react',
  // `texts:` are the catalogues that the build writes.
  '@lingui/core',
  '@lingui/react',
  '@github/combobox-nav',
  '@tanstack/react-query',
  'callboard-client',
  'diff',
  'marked',
  'react',
  'react-dom',
  'texts:de',
  'texts:en',
  'texts:parts',
  'wouter',
];

/** The layers of src from top to bottom; each imports from itself and from those below it. */
const layers = ['main', 'cli', 'app', 'demo', 'features', 'shared', 'platform'];

const rules: readonly Rule[] = [
  (file, { module, path }) =>
    module !== undefined && module !== file.module && path !== module && path !== `${module}/index`
      ? `enters ${module} by ${path}, not by its index.ts`
      : undefined,
  (file, { path }) =>
    path !== undefined && !isClientOfCommand(file, path) && layerOf(path) < layerOf(file.path)
      ? `is in ${layers[layerOf(file.path)]} and imports ${path}, which is not below it`
      : undefined,
  (file, target) =>
    /-(rules|policy)\.ts$/.test(file.path) &&
    (['knex', 'express'].includes(target.package ?? '') || target.path?.endsWith('-store'))
      ? `is pure and imports ${target.package ?? target.path}`
      : undefined,
  (file, target) =>
    target.package === 'knex' &&
    !file.path.endsWith('-store.ts') &&
    !within('platform/db', file.path)
      ? 'imports knex and is neither a store nor platform/db'
      : undefined,
  (file, target) =>
    target.package === 'openapi-backend' &&
    !/^platform\/http\/(routing\/(router|indexed-router)|requests\/request-validator)\.ts$/.test(
      file.path,
    )
      ? 'imports openapi-backend, which is the router’s business'
      : undefined,
  (file, target) =>
    within('client', file.path) && !isForBrowsers(target)
      ? `is for browsers too and imports ${target.package ?? target.path}`
      : undefined,
  (file, target) =>
    within('console', file.path) && !isForConsole(target)
      ? `is a client of the API and imports ${target.package ?? target.path}`
      : undefined,
  (file, { path }) =>
    path !== undefined && within('console', path) && !within('console', file.path)
      ? `imports ${path}, but nothing knows of the console`
      : undefined,
];

/** The violations of the import rules in a file; `path` is relative to src, with slashes. */
export function importFaults(path: string, text: string): string[] {
  const file: SourceFile = { path, module: moduleOf(path) };
  // Includes type imports, dynamic imports and require.
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles.flatMap(({ fileName }) => {
    const target = targetOf(path, fileName);
    return rules.flatMap((rule) => {
      const fault = rule(file, target);
      return fault === undefined ? [] : [`src/${path} ${fault}`];
    });
  });
}

/**
 * The imports of a script that belong to the tests, as sentences; `path` is relative to the root,
 * with slashes.
 */
export function scriptImportFaults(path: string, text: string): string[] {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles.flatMap(({ fileName }) => {
    const target = normalize(join(dirname(path), fileName)).replaceAll('\\', '/');
    const isTest = fileName.startsWith('.') && within('test', target);
    return isTest ? [`${path} is a script and imports ${target}`] : [];
  });
}

/** The lines of a file on which an object literal has a getter or a setter, as sentences. */
export function accessorFaults(path: string, text: string): string[] {
  if (!/\b[gs]et\s+[\w'"[]/.test(text)) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const faults: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node) && node.properties.some(ts.isAccessor)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      faults.push(`src/${path}:${line + 1} has an object literal with a getter or a setter`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

// Before the imports, whose syntax an unsupported Node.js may not know.
const printers = ['cli/printer.ts', 'cli/unsupported-node.ts'];

/** The lines of the command line that print past its printer, as sentences. */
export function printingFaults(path: string, text: string): string[] {
  if (!within('cli', path) || printers.includes(path)) return [];
  return text.split('\n').flatMap((line, index) => {
    const prints = /\bconsole\.\w+\(|\b(?:stdout|stderr)\b/.test(
      line.replace(/^\s*(?:\/\/|\*).*/, ''),
    );
    return prints ? [`src/${path}:${index + 1} prints without cli/printer.ts`] : [];
  });
}

function targetOf(from: string, specifier: string): Target {
  if (!specifier.startsWith('.')) {
    const [scope = '', name] = specifier.split('/');
    return { package: scope.startsWith('@') ? `${scope}/${name}` : scope };
  }
  const path = normalize(join(dirname(from), specifier));
  // The only imports from outside src are generated files.
  return path.startsWith('..') ? {} : { path, module: moduleOf(`${path}/`) };
}

/** The folder below features or shared whose index.ts others import; undefined for other files. */
function moduleOf(path: string): string | undefined {
  const [layer, folder] = path.split('/');
  return (layer === 'features' || layer === 'shared') && folder !== undefined && folder !== ''
    ? `${layer}/${folder}`
    : undefined;
}

/** The number of a path's layer, or -1 for files of no layer, such as the client. */
function layerOf(path: string): number {
  const [first = ''] = path.split('/');
  return layers.indexOf(first.replace(/\.ts$/, ''));
}

/** A command that sends requests to a service, like every other program. */
function isClientOfCommand(file: SourceFile, path: string): boolean {
  const commands = ['cli/load', 'cli/webhooks'];
  return commands.some((folder) => within(folder, file.path)) && within('client', path);
}

/** Its own files, generated files, openapi-fetch and eventsource-parser. */
function isForBrowsers({ package: name, path }: Target): boolean {
  return name === undefined
    ? path === undefined || within('client', path)
    : name === 'openapi-fetch' || name === 'eventsource-parser';
}

/** Its own files, the client's package, and libraries for screens. */
function isForConsole({ package: name, path }: Target): boolean {
  return name === undefined
    ? path !== undefined && within('console', path)
    : consolePackages.includes(name);
}

function within(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
