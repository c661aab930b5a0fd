import { constants, brotliCompress, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { Metafile, OutputFile, Plugin } from 'esbuild';
import { packageRoot } from '../../package-root';
import { mediaTypeOf, type ConsoleFiles } from './console-files';
import { readRoutes } from './console-routes';

const compress = { brotli: promisify(brotliCompress), gzip: promisify(gzip) };

/** The console's files, with esbuild's description of what is in them. */
export interface ConsoleBundle extends ConsoleFiles {
  readonly metafile: Metafile;
}

const entryPoint = 'src/console/main.tsx';
const outdir = 'dist/console';

/** What takes the place of the parts of TanStack Query that are left out. */
const unused: Readonly<Record<string, string>> = {
  useMutation: 'export const useMutation = undefined;',
  useSuspenseQuery: 'export const useSuspenseQuery = undefined;',
  mutationCache: 'export class MutationCache { clear() {} async resumePausedMutations() {} }',
};

/** Leaves out the mutations of TanStack Query: the console writes by the client. */
const withoutMutations: Plugin = {
  name: 'without-mutations',
  setup(build) {
    const filter = /^\.\/(useMutation|useSuspenseQuery|mutationCache)\.js$/;
    build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'unused' }));
    build.onLoad({ filter: /./, namespace: 'unused' }, ({ path }) => ({
      contents: unused[path.slice(2, -3)] ?? '',
    }));
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
  const bundling = build({
    absWorkingDir: packageRoot(),
    entryPoints: [entryPoint],
    outdir,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    tsconfig: 'src/console/tsconfig.json',
    // React has what this package adds to old versions of it.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
    plugins: [withoutMutations],
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
  const [{ outputFiles, metafile }, { screens, pages }] = await Promise.all([
    bundling,
    readRoutes(),
  ]);
  const assets = await Promise.all(outputFiles.map((file) => assetOf(file, quality)));
  const routes = pages.map(({ path, module }) => ({ path, scripts: scriptsOf(module, metafile) }));
  return { first: firstFiles(metafile), screens, routes, assets, metafile };
}

/** The names of the scripts that a page adds to the first ones. */
function scriptsOf(module: string, metafile: Metafile): readonly string[] {
  const own = Object.entries(metafile.outputs).find(([, one]) => one.entryPoint === module);
  if (own === undefined) throw new Error(`The console has no script of its own for ${module}.`);
  const { script, imports } = firstFiles(metafile);
  const all = [nameOf(own[0]), ...importsOf(own[0], metafile)];
  return all.filter((name) => name !== script && !imports.includes(name));
}

async function assetOf({ path, contents }: OutputFile, quality: number) {
  const name = path.replace(/^.*[\\/]/, '');
  const bytes = Buffer.from(contents);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const [brotli, gzipped] = await Promise.all([
    compress.brotli(bytes, { params }),
    compress.gzip(bytes, { level: 9 }),
  ]);
  return { name, type: mediaTypeOf(name), bytes, brotli, gzip: gzipped };
}

/** The names of the files that the page loads at once: the style, the script and its imports. */
export function firstFiles({ outputs }: Metafile): {
  readonly script: string;
  readonly style: string;
  readonly imports: readonly string[];
} {
  const entry = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint);
  const [script, output] = entry ?? [];
  if (script === undefined || output?.cssBundle === undefined) {
    throw new Error('The console needs a script and a style sheet.');
  }
  const imports = importsOf(script, { outputs });
  return { script: nameOf(script), style: nameOf(output.cssBundle), imports };
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
