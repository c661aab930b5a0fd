import {
  bundleConsole,
  catalogueFiles,
  type ConsoleBundle,
  firstFiles,
  importsOf,
  nameOf,
  writeConsole,
} from '../../src/features/console-pages/console-files';

const KiB = 1024;
/** The most bytes, gzipped, of what a browser loads for one screen, of styles, and of everything. */
const budgets = { script: 140 * KiB, style: 14 * KiB, total: 380 * KiB } as const;
const bestQuality = 11;

/** The size of a part of the console in bytes, gzipped, with its budget. */
export interface ConsoleSize {
  readonly part: string;
  readonly bytes: number;
  readonly budget: number;
}

/**
 * Builds the console into the folder. Returns the files that are in it, relative to the package.
 * Throws an Error when a part exceeds its budget.
 */
export async function buildConsole(folder: string): Promise<readonly string[]> {
  const bundle = await bundleConsole(bestQuality);
  const over = consoleSizes(bundle).filter(({ bytes, budget }) => bytes > budget);
  if (over.length > 0) {
    const parts = over.map(({ part, bytes, budget }) => `${part}: ${bytes} of ${budget} bytes`);
    throw new Error(`The console is larger than its budget. ${parts.join('; ')}.`);
  }
  await writeConsole(folder, bundle);
  return Object.keys(bundle.metafile.inputs);
}

/** The sizes that have a budget: the scripts of each screen, the styles, and all files. */
export function consoleSizes({ assets, metafile }: ConsoleBundle): readonly ConsoleSize[] {
  const sizes = new Map(assets.map(({ name, gzip }) => [name, gzip.length]));
  const sum = (names: Iterable<string>): number =>
    [...names].reduce((total, name) => total + (sizes.get(name) ?? 0), 0);
  const { script, style, imports } = firstFiles(metafile);
  // A browser loads the catalogue of one language, at most the largest.
  const [catalogue = ''] = catalogueFiles(metafile).toSorted((a, b) => sum([b]) - sum([a]));
  const first = [script, ...imports, catalogue];
  const screens = Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) => {
    if (entryPoint === undefined || !entryPoint.includes('/screens/')) return [];
    const name = nameOf(path);
    const names = new Set([...first, name, ...importsOf(path, metafile)]);
    return { part: name, bytes: sum(names), budget: budgets.script };
  });
  return [
    { part: 'first script', bytes: sum(first), budget: budgets.script },
    ...screens,
    { part: 'styles', bytes: sum([style]), budget: budgets.style },
    { part: 'everything', bytes: sum(sizes.keys()), budget: budgets.total },
  ];
}
