import { join, relative, sep } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { Plugin } from 'esbuild';
import { packageRoot } from '../../package-root';
import type { PageParts } from './console-files';

/** The table of the console's pages. It imports nothing but the modules of the pages. */
const table = 'src/console/shell/screens.ts';

/** The screens of the navigation, and the source file of the module of each page. */
export interface RoutesOfSource {
  readonly screens: PageParts['screens'];
  readonly pages: readonly { readonly path: string; readonly module: string }[];
}

/** The exports of the table. */
interface Table {
  readonly screens?: PageParts['screens'];
  readonly pages?: readonly { readonly path: string; readonly load: () => Promise<unknown> }[];
}

// Replaces the module of each page by one that throws its path when it is imported.
const throwPaths: Plugin = {
  name: 'throw-paths',
  setup(build) {
    const namespace = 'thrown';
    build.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const file = relative(packageRoot(), join(resolveDir, `${path}.tsx`));
      return { path: file.replaceAll(sep, '/'), namespace };
    });
    build.onLoad({ filter: /./, namespace }, ({ path }) => ({
      contents: `throw ${JSON.stringify(path)};`,
    }));
  },
};

/** Reads the table of the console's pages, by running it. */
export async function readRoutes(): Promise<RoutesOfSource> {
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
    screens: screens.map(({ path, name }) => ({ path, name })),
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
