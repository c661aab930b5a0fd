import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/platform/package-root';
import { createCompiler, type Compiler } from './mutate/compile';
import { coverageOf, testsFor, type Coverage } from './mutate/covering';
import { findFailure } from './mutate/first-failure';
import { readOptions, type Options } from './mutate/options';
import { describeVerdict, summary, type Verdict } from './mutate/report';
import { readSameBehaviour, reasonFor } from './mutate/same-behaviour';
import { applied, sampleOf, type Mutant } from './mutate/sample';
import { copyTree, workFolder, type Tree } from './mutate/tree';

// A test may take a minute, longer on a busy machine.
const silentMs = 240_000;

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) return 0;
  const root = packageRoot();
  const { folder, sample, seed } = options;
  const mutants = sampleOf(root, folder, sample, seed);
  if (options.list) {
    for (const { file, line, kind, before, after } of mutants) {
      console.log(`${file}:${line} ${kind}\n  - ${before}\n  + ${after}`);
    }
    return 0;
  }
  const work = workFolder(root);
  mkdirSync(work, { recursive: true });
  const tree = copyTree(root, join(work, 'tree'));
  const name = `${folder.replaceAll('/', '-')}-${sample}-${seed}`;
  const book = openBook(join(work, `verdicts-${name}.json`), tree.hash, options);
  const coverage = await coverageOf(tree, work, options.workers);
  const broken = coverage.files.filter((file) => file.broken).map((file) => file.name);
  if (broken.length > 0) {
    console.log(`Fail without any change, so they detect nothing: ${broken.join(', ')}`);
  }
  const compiler = createCompiler(root);
  const known = readSameBehaviour(root);
  for (const mutant of mutants) {
    const earlier = book.find(mutant);
    const begun = Date.now();
    const verdict = earlier ?? {
      mutant,
      ...(await judge(mutant, { root, work, tree, coverage, compiler, options, known })),
      seconds: Math.round((Date.now() - begun) / 1000),
    };
    if (earlier === undefined) book.add(verdict);
    console.log(describeVerdict(verdict));
  }
  console.log(`\n${summary(book.all())}`);
  return 0;
}

interface Parts {
  readonly root: string;
  readonly work: string;
  readonly tree: Tree;
  readonly coverage: Coverage;
  readonly compiler: Compiler;
  readonly options: Options;
  readonly known: ReturnType<typeof readSameBehaviour>;
}

async function judge(mutant: Mutant, parts: Parts): Promise<Pick<Verdict, 'verdict' | 'by'>> {
  const { tree, coverage, compiler } = parts;
  const reason = reasonFor(parts.known, mutant);
  if (reason !== undefined) return { verdict: 'same behaviour', by: reason };
  const text = applied(mutant, tree.read(mutant.file));
  if (!compiler.compiles(mutant.file, text)) return { verdict: 'does not compile', by: '' };
  const files = testsFor(mutant, coverage, (file) => tree.read(file), compiler);
  if (files.length === 0) return { verdict: 'survived', by: 'No test executes it.' };
  tree.write(mutant.file, text);
  try {
    const { workers, minutes } = parts.options;
    const limits = { silentMs, endMs: minutes * 60_000 };
    const run = { root: tree.root, files, workers, folder: parts.work, ...limits };
    const { failure, passed } = await findFailure(run);
    if (failure !== undefined) return { verdict: 'noticed', by: failure };
    return { verdict: 'survived', by: `${passed} of ${files.length} test files ran.` };
  } finally {
    tree.restore(mutant.file);
  }
}

/**
 * The known verdicts of a sample: all verdicts for the same tree; with `--again` all but the
 * survivors.
 */
function openBook(path: string, hash: string, { again }: Options) {
  const stored: { hash: string; verdicts: Verdict[] } = existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8'))
    : { hash, verdicts: [] };
  const stays = ({ verdict }: Verdict): boolean =>
    stored.hash === hash || (again && verdict !== 'survived');
  const verdicts = stored.verdicts.filter(stays);
  const isSame = (one: Mutant, other: Mutant): boolean =>
    one.file === other.file && one.before === other.before && one.after === other.after;
  return {
    find: (mutant: Mutant) => verdicts.find((one) => isSame(one.mutant, mutant)),
    add(verdict: Verdict) {
      verdicts.push(verdict);
      writeFileSync(path, JSON.stringify({ hash, verdicts }, undefined, 1));
    },
    all: (): readonly Verdict[] => verdicts,
  };
}

// Exit, because that ends the running tests too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

void main().then((code) => {
  process.exitCode = code;
});
