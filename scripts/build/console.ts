import {
  bundleConsole,
  catalogueFiles,
  type ConsoleBundle,
  firstFiles,
  importsOf,
  nameOf,
  writeConsole,
} from '../../src/features/console-pages/console-files';
import { firstPart, partOfFolder } from '../../src/features/console-pages/console-texts';

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
  const total = (bytes: readonly number[]): number => bytes.reduce((whole, one) => whole + one, 0);
  const sum = (names: Iterable<string>): number =>
    total([...names].map((name) => sizes.get(name) ?? 0));
  const { script, style, imports } = firstFiles(metafile);
  // A browser loads the texts of one language, at most the largest.
  const catalogues = catalogueFiles(metafile);
  const largest = (part: string): number =>
    Math.max(0, ...catalogues.filter((each) => each.part === part).map(({ name }) => sum([name])));
  const names = new Set(catalogues.map(({ name }) => name));
  const others = [...sizes.keys()].filter((name) => !names.has(name));
  const first = [script, ...imports];
  const screens = Object.entries(metafile.outputs).flatMap(([path, { entryPoint }]) => {
    if (entryPoint === undefined || !entryPoint.includes('/screens/')) return [];
    const name = nameOf(path);
    const own = new Set([...first, name, ...importsOf(path, metafile)]);
    const texts = [...new Set([firstPart, partOfFolder(entryPoint)])].map(largest);
    return { part: name, bytes: sum(own) + total(texts), budget: budgets.script };
  });
  const everything =
    sum(others) + total([...new Set(catalogues.map(({ part }) => part))].map(largest));
  return [
    { part: 'first script', bytes: sum(first) + largest(firstPart), budget: budgets.script },
    ...screens,
    { part: 'styles', bytes: sum([style]), budget: budgets.style },
    { part: 'everything', bytes: everything, budget: budgets.total },
  ];
}
