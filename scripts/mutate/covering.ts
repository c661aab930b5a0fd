import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { blockAt, blocksOf, declaredAround, instrument } from './blocks';
import type { Compiler } from './compile';
import { runTests, type Result, type Run } from './run-tests';
import { sourceFiles, type Mutant } from './sample';
import type { Tree } from './tree';

/** The result of running a test file without any change. */
interface TestFile {
  readonly name: string;
  readonly entered: readonly string[];
  readonly ms: number;
  /** It fails without any change, so it cannot detect one. */
  readonly broken: boolean;
}

/** The blocks that each test file enters. */
export interface Coverage {
  readonly files: readonly TestFile[];
  /** Blocks that the set-up of the databases enters, on which all tests depend. */
  readonly setUp: readonly string[];
}

const longestSilenceMs = 600_000;

/**
 * Runs the test files on sources that record entered blocks, each once until the file or its
 * dependencies change.
 */
export async function coverageOf(tree: Tree, folder: string, workers: number): Promise<Coverage> {
  const cache = join(folder, 'coverage');
  const entered = join(folder, 'entered');
  mkdirSync(cache, { recursive: true });
  mkdirSync(entered, { recursive: true });
  const tests = readdirSync(join(tree.root, 'test'), { recursive: true, encoding: 'utf8' });
  // No two test files have the same name, in whatever folder they are.
  const pathByName = new Map(
    tests.filter((path) => path.endsWith('.test.ts')).map((path) => [basename(path), path]),
  );
  const names = [...pathByName.keys()];
  const pathOf = (name: string): string =>
    join(cache, `${name}-${tree.hashOfTest(`test/${pathByName.get(name)}`)}.json`);
  const missing = names.filter((name) => !existsSync(pathOf(name)));
  const run = {
    root: tree.root,
    workers,
    folder,
    bail: false,
    silentMs: longestSilenceMs,
    endMs: Infinity,
  };
  const coveringFiles = new Map<string, TestFile>();
  const store = (file: TestFile): void => writeFileSync(pathOf(file.name), JSON.stringify(file));
  if (missing.length > 0) {
    for (const name of missing) rmSync(join(entered, name), { force: true });
    await runInstrumented(tree, entered, {
      ...run,
      files: missing,
      onResult: ({ file: name, ms, failed }) => {
        if (ms === undefined) return;
        const file = { name, entered: readNames(join(entered, name)), ms, broken: failed };
        if (failed) coveringFiles.set(name, file);
        else store(file);
      },
    });
  }
  if (coveringFiles.size > 0) {
    const onResult = ({ file: name, ms, failed }: Result): void => {
      const file = coveringFiles.get(name);
      if (ms !== undefined && file !== undefined) store({ ...file, broken: failed });
    };
    await runTests({ ...run, files: [...coveringFiles.keys()], onResult });
  }
  const untried = names.filter((name) => !existsSync(pathOf(name)));
  if (untried.length > 0) {
    throw new Error(`Did not run: ${untried.join(', ')}. See ${join(folder, 'jest.log')}.`);
  }
  return {
    files: names.map((name): TestFile => JSON.parse(readFileSync(pathOf(name), 'utf8'))),
    setUp: readNames(join(entered, 'set-up')),
  };
}

async function runInstrumented(tree: Tree, entered: string, run: Run): Promise<void> {
  const sources = sourceFiles(tree.root);
  for (const file of sources) tree.write(file, instrument(file, tree.read(file)));
  const script = join(tree.root, 'scripts', 'mutate', 'entered-in-process.cjs');
  const env = {
    MUTATE_ENTERED: entered,
    MUTATE_ENTERED_FILE: join(entered, 'set-up'),
    NODE_OPTIONS: `--require ${script}`,
  };
  await runTests({ ...run, env });
  for (const file of sources) tree.restore(file);
}

/**
 * The test files that enter the mutated block: those with the name of its module first, then the
 * quickest.
 */
export function testsFor(
  mutant: Mutant,
  { files, setUp }: Coverage,
  read: (file: string) => string,
  compiler: Compiler,
): string[] {
  const blocks = blocksAround(mutant, read, compiler);
  const isSetUp = setUp.some((block) => block.includes('/migrations/') && blocks.has(block));
  const covering = files.filter(
    ({ broken, entered }) => !broken && (isSetUp || entered.some((block) => blocks.has(block))),
  );
  const rank = ({ name, ms }: TestFile): number => (isOwn(mutant.file, name) ? 0 : 10_000_000) + ms;
  return covering.toSorted((one, other) => rank(one) - rank(other)).map(({ name }) => name);
}

/**
 * The block that contains the mutant. A declaration outside of functions belongs to the blocks that
 * use it.
 */
function blocksAround(
  { file, start }: Mutant,
  read: (file: string) => string,
  compiler: Compiler,
): Set<string> {
  const blocks = new Set<string>();
  const seen = new Set<string>();
  const follow = (file: string, position: number): void => {
    const within = blocksOf(file, read(file));
    const block = blockAt(within, position);
    if (block === undefined) return;
    if (block !== within[0]) {
      blocks.add(block.id);
      return;
    }
    const name = declaredAround(within, position);
    if (name === undefined) {
      blocks.add(block.id);
      return;
    }
    const key = `${file}:${name}`;
    if (seen.has(key)) return;
    seen.add(key);
    for (const reference of compiler.references(file, name)) {
      if (reference.file !== file || reference.start !== name)
        follow(reference.file, reference.start);
    }
  };
  follow(file, start);
  return blocks;
}

// test/actions/claims.test.ts belongs to src/features/actions/claims.
function isOwn(source: string, test: string): boolean {
  const words = source
    .split('/')
    .slice(1)
    .map((part) => basename(part, '.ts'));
  const name = basename(test, '.test.ts');
  return words.some(
    (word) =>
      name.startsWith(word) || word.startsWith(name) || word.startsWith(name.replace(/s$/, '')),
  );
}

function readNames(file: string): string[] {
  if (!existsSync(file)) return [];
  return [
    ...new Set(
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
    ),
  ];
}
