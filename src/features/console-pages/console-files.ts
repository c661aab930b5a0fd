import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Metafile, OutputFile, Plugin } from 'esbuild';
import { packageRoot } from '../../platform/package-root';
import { consolePath } from '../../shared/server-settings';
import type { Language } from '../../shared/pages';
import { firstPart, readTexts } from './console-texts';

/** The folder of the files that the page loads. */
export const assetsPath = `${consolePath}/assets`;

/** A file that the page loads. Its name contains a hash of its bytes. */
export interface ConsoleAsset {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
}

/** A page of the console: its address, in which `:id` is any segment, and its own scripts. */
export interface ConsoleRoute {
  readonly path: string;
  readonly scripts: readonly string[];
}

/** What is in the HTML of every page. */
export interface PageParts {
  /** The names of the files that every page loads. */
  readonly first: {
    readonly style: string;
    readonly script: string;
    readonly imports: readonly string[];
  };
  /** The screens of the navigation. */
  readonly screens: readonly {
    readonly path: string;
    readonly name: string;
    /** Whether it is a tab at the bottom of a phone. */
    readonly isTab?: boolean | undefined;
  }[];
  /** The texts of the frame in each language, by the English ones. */
  readonly texts: Readonly<Record<Language, Readonly<Record<string, string>>>>;
  /** The first one that matches an address is shown there. */
  readonly routes: readonly ConsoleRoute[];
  /** The names of the icons by those of their sources, such as `icon-192`. */
  readonly icons: Readonly<Record<string, string>>;
}

/** The files of the console: what is in its HTML, and the assets that it loads. */
export interface ConsoleFiles extends PageParts {
  readonly assets: readonly ConsoleAsset[];
}

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
};

/** The media type of a file's name. Throws an Error for an unknown extension. */
function mediaTypeOf(name: string): string {
  const type = types[name.slice(name.lastIndexOf('.') + 1)];
  if (type === undefined) throw new Error(`The console has no media type for ${name}.`);
  return type;
}

const listFile = 'console.json';

/** What the file of the list contains. */
interface List extends PageParts {
  readonly names: readonly string[];
}

/** Writes the files of the console, precompressed, into a folder. */
export async function writeConsole(folder: string, files: ConsoleFiles): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { assets, first, screens, texts, routes, icons } = files;
  const names = assets.map(({ name }) => name);
  const list: List = { first, screens, texts, routes, icons, names };
  await writeFile(join(folder, listFile), `${JSON.stringify(list)}\n`);
  for (const { name, bytes, brotli, gzip } of assets) {
    await writeFile(join(folder, name), bytes);
    await writeFile(join(folder, `${name}.br`), brotli);
    await writeFile(join(folder, `${name}.gz`), gzip);
  }
}

// A quick compression, because the browser is on this machine and the first request waits for it.
const quickQuality = 4;

/** The folder that the build writes beside the program. */
const builtFolder = join(__dirname, 'console');

// The servers of a process share one bundle, because tests start many.
let bundled: Promise<ConsoleFiles> | undefined;

/** Reads the files that the build wrote beside the program. Builds them in a checkout. */
export async function loadConsole(): Promise<ConsoleFiles> {
  if (existsSync(builtFolder)) return readConsole(builtFolder);
  bundled ??= bundleConsole(quickQuality);
  try {
    return await bundled;
  } catch (error) {
    bundled = undefined;
    throw error;
  }
}

async function readConsole(folder: string): Promise<ConsoleFiles> {
  const list: List = JSON.parse(await readFile(join(folder, listFile), 'utf8'));
  const assets = list.names.map(async (name) => ({
    name,
    type: mediaTypeOf(name),
    bytes: await readFile(join(folder, name)),
    brotli: await readFile(join(folder, `${name}.br`)),
    gzip: await readFile(join(folder, `${name}.gz`)),
  }));
  return { ...list, assets: await Promise.all(assets) };
}

const compress = { brotli: promisify(brotliCompress), gzip: promisify(gzip) };

/** The console's files, with esbuild's description of what is in them. */
export interface ConsoleBundle extends ConsoleFiles {
  readonly metafile: Metafile;
}

/** The script of every page. It loads the catalogue of a language, and then the console. */
const entryPoint = 'src/console/main.tsx';
const startPoint = 'src/console/start.tsx';
const outdir = 'dist/console';

/** What takes the place of the parts of TanStack Query and of the client that are left out. */
const unused: Readonly<Record<string, string>> = {
  'error-code': "export const codeOf = (code) => code ?? 'UNRECOGNIZED';",
  useMutation: 'export const useMutation = undefined;',
  useSuspenseQuery: 'export const useSuspenseQuery = undefined;',
  mutationCache: 'export class MutationCache { clear() {} async resumePausedMutations() {} }',
};

/**
 * Leaves out the mutations of TanStack Query, because the console writes by the client, and the
 * client's list of codes, because the server of a page has the codes of its contract.
 */
const withoutUnused: Plugin = {
  name: 'without-unused',
  setup(build) {
    const filter = /^\.\/(useMutation|useSuspenseQuery|mutationCache|error-code)(\.js)?$/;
    build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'unused' }));
    build.onLoad({ filter: /./, namespace: 'unused' }, ({ path }) => ({
      contents: unused[path.slice(2).replace(/\.js$/, '')] ?? '',
    }));
  },
};

/**
 * React is CommonJS, so each use would be a property of an object. A module that exports React's
 * functions by name makes the console 2 % smaller.
 */
const namedExports: Plugin = {
  name: 'named-exports',
  setup(build) {
    const namespace = 'named-exports';
    build.onResolve({ filter: /^react(?:\/jsx-runtime)?$/ }, ({ path, kind, namespace: from }) =>
      kind === 'import-statement' && from !== namespace ? { path, namespace } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace }, async ({ path }) => {
      const { default: all }: { readonly default: object } = await import(path);
      const names = Object.keys(all)
        .filter((name) => !name.startsWith('_'))
        .join(', ');
      return {
        contents: `import all from '${path}'; export default all; export const { ${names} } = all;`,
        resolveDir: packageRoot(),
      };
    });
  },
};

/**
 * Bundles the console of a checkout with esbuild, which is a development dependency. `quality` is
 * the quality of the brotli compression, from 0 to 11: the best takes a second. Without `minify`,
 * comments name the module of each part of a script.
 */
export async function bundleConsole(
  quality: number,
  { minify = true }: { readonly minify?: boolean } = {},
): Promise<ConsoleBundle> {
  const { build } = await import('esbuild');
  const { plugin, textOf } = await readTexts();
  const bundling = build({
    absWorkingDir: packageRoot(),
    entryPoints: [entryPoint],
    outdir,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    tsconfig: 'src/console/tsconfig.json',
    // React has what this package adds to old versions of it.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
    plugins: [withoutUnused, namedExports, plugin],
    define: { 'process.env.NODE_ENV': '"production"' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
    minify,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    write: false,
  });
  const [{ outputFiles, metafile }, { screens, pages }, pictures] = await Promise.all([
    bundling,
    readRoutes(),
    readIcons(),
  ]);
  const files = [...outputFiles, ...pictures];
  const assets = await Promise.all(files.map((file) => assetOf(file, quality)));
  const icons = Object.fromEntries(pictures.map(({ source, path }) => [source, path]));
  const routes = pages.map(({ path, module }) => ({ path, scripts: scriptsOf(module, metafile) }));
  const ofFrame = [...screens.map(({ name }) => name), ...frameTexts];
  const textsIn = (language: Language) =>
    Object.fromEntries(ofFrame.map((text) => [text, textOf(language, text)]));
  const texts = { en: textsIn('en'), de: textsIn('de') };
  return { first: firstFiles(metafile), screens, texts, routes, icons, assets, metafile };
}

/** The texts of the frame besides the names of the screens. */
const frameTexts = ['Screens', 'More', 'New action'] as const;

/** The names of the scripts that a page adds to the first ones. */
function scriptsOf(module: string, metafile: Metafile): readonly string[] {
  const own = Object.entries(metafile.outputs).find(([, one]) => one.entryPoint === module);
  if (own === undefined) throw new Error(`The console has no script of its own for ${module}.`);
  const { script, imports } = firstFiles(metafile);
  const all = [nameOf(own[0]), ...importsOf(own[0], metafile)];
  return all.filter((name) => name !== script && !imports.includes(name));
}

const iconFolder = 'src/console/icons';

/** The icons of the web app manifest. Each name ends with a hash of the bytes. */
async function readIcons() {
  const folder = join(packageRoot(), iconFolder);
  const names = (await readdir(folder)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const contents = await readFile(join(folder, name));
      const source = name.slice(0, -'.png'.length);
      const digest = createHash('sha256').update(contents).digest('hex').slice(0, 8).toUpperCase();
      return { source, path: `${source}-${digest}.png`, contents };
    }),
  );
}

async function assetOf({ path, contents }: Pick<OutputFile, 'path' | 'contents'>, quality: number) {
  const name = path.replace(/^.*[\\/]/, '');
  const bytes = Buffer.from(contents);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const [brotli, gzipped] = await Promise.all([
    compress.brotli(bytes, { params }),
    compress.gzip(bytes, { level: 9 }),
  ]);
  return { name, type: mediaTypeOf(name), bytes, brotli, gzip: gzipped };
}

/** The names of the files that the page loads at once: the style, the scripts and their imports. */
export function firstFiles({ outputs }: Metafile): {
  readonly script: string;
  readonly style: string;
  readonly imports: readonly string[];
} {
  const outputOf = (source: string) =>
    Object.entries(outputs).find(([, output]) => output.entryPoint === source) ?? [];
  const [script, output] = outputOf(entryPoint);
  const [start] = outputOf(startPoint);
  if (script === undefined || start === undefined || output?.cssBundle === undefined) {
    throw new Error('The console needs a script and a style sheet.');
  }
  const imported = [...importsOf(script, { outputs }), nameOf(start)];
  const imports = [...new Set([...imported, ...importsOf(start, { outputs })])];
  return { script: nameOf(script), style: nameOf(output.cssBundle), imports };
}

/** The names of the files of the catalogues by their parts, of which a browser loads one language. */
export function catalogueFiles({ outputs }: Pick<Metafile, 'outputs'>): readonly {
  readonly part: string;
  readonly name: string;
}[] {
  return Object.entries(outputs).flatMap(([path, { entryPoint: source }]) => {
    const [, part = firstPart] = /^texts:[a-z]{2}(?:-(.+))?$/.exec(source ?? '') ?? [];
    return source?.startsWith('texts:') === true ? [{ part, name: nameOf(path) }] : [];
  });
}

/** The names of the files that an output imports, directly or not, before it runs. */
export function importsOf(output: string, { outputs }: Pick<Metafile, 'outputs'>): string[] {
  const found = new Set<string>();
  const visit = (path: string): void => {
    for (const { path: next, kind } of outputs[path]?.imports ?? []) {
      if (kind !== 'import-statement' || found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(output);
  return [...found].map(nameOf);
}

/** The name of an output in the folder of assets. */
export function nameOf(output: string): string {
  return output.slice(outdir.length + 1);
}

/** The table of the console's pages. It imports nothing but texts and the modules of the pages. */
const table = 'src/console/shell/screens.ts';

/** The screens of the navigation, and the source file of the module of each page. */
interface RoutesOfSource {
  readonly screens: PageParts['screens'];
  readonly pages: readonly { readonly path: string; readonly module: string }[];
}

/** The exports of the table. */
interface Table {
  readonly screens?: PageParts['screens'];
  readonly pages?: readonly { readonly path: string; readonly load: () => Promise<unknown> }[];
}

// Replaces the module of each page by one that throws its path when it is imported, and the texts by
// the English ones.
const throwPaths: Plugin = {
  name: 'throw-paths',
  setup(build) {
    const namespace = 'thrown';
    build.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      if (path.endsWith('/texts')) return { path: 'texts', namespace: 'english' };
      if (kind !== 'dynamic-import') return undefined;
      const file = relative(packageRoot(), join(resolveDir, `${path}.tsx`));
      return { path: file.replaceAll(sep, '/'), namespace };
    });
    build.onLoad({ filter: /./, namespace: 'english' }, () => ({
      contents: 'export const t = (message) => message;',
    }));
    build.onLoad({ filter: /./, namespace }, ({ path }) => ({
      contents: `throw ${JSON.stringify(path)};`,
    }));
  },
};

/** Reads the table of the console's pages, by running it. */
async function readRoutes(): Promise<RoutesOfSource> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: packageRoot(),
    entryPoints: [table],
    plugins: [throwPaths],
    bundle: true,
    format: 'cjs',
    platform: 'neutral',
    logLevel: 'error',
    write: false,
  });
  const module: { exports: Table } = { exports: {} };
  runInNewContext(outputFiles[0]?.text ?? '', { module });
  const { screens = [], pages = [] } = module.exports;
  const named = pages.map(async ({ path, load }) => ({ path, module: await moduleOf(load) }));
  return {
    screens: screens.map(({ path, name, isTab }) => ({ path, name, isTab })),
    pages: await Promise.all(named),
  };
}

async function moduleOf(load: () => Promise<unknown>): Promise<string> {
  try {
    await load();
  } catch (path) {
    if (typeof path === 'string') return path;
    throw path;
  }
  throw new Error(`A page in ${table} loads no module.`);
}
