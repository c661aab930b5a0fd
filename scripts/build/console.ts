import {
  bundleConsole,
  catalogueFiles,
  type ConsoleBundle,
  firstFiles,
  importsOf,
  nameOf,
  writeConsole,
} from '../../src/features/console-pages/console-files';
import { isSeldom } from '../../src/features/console-pages/console-texts';

const KiB = 1024;
/**
 * The most bytes, gzipped, of what a browser loads for one screen, of styles, and of everything that
 * it can load. It loads the texts of one language.
 */
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
  // A browser loads the catalogues of one language, at most the largest.
  const largest = (kind: 'first' | 'seldom'): number =>
    Math.max(...catalogueFiles(metafile).map((files) => sum([files[kind]])));
  const catalogues = { first: largest('first'), seldom: largest('seldom') };
  const others = catalogueFiles(metafile).flatMap((files) => [files.first, files.seldom]);
  const loaded = [...sizes.keys()].filter((name) => !others.includes(name));
  const first = [script, ...imports];
  const screens = Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) => {
    if (entryPoint === undefined || !entryPoint.includes('/screens/')) return [];
    const name = nameOf(path);
    const names = new Set([...first, name, ...importsOf(path, metafile)]);
    const texts = catalogues.first + (isSeldom(entryPoint) ? catalogues.seldom : 0);
    return { part: name, bytes: sum(names) + texts, budget: budgets.script };
  });
  const everything = sum(loaded) + catalogues.first + catalogues.seldom;
  return [
    { part: 'first script', bytes: sum(first) + catalogues.first, budget: budgets.script },
    ...screens,
    { part: 'styles', bytes: sum([style]), budget: budgets.style },
    { part: 'everything', bytes: everything, budget: budgets.total },
  ];
}
