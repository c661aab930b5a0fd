import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../src/platform/package-root';
import { measureBeside, measureFlat, profile } from './bench/measure';
import { readOptions, type Options } from './bench/options';
import { toFlatMarkdown, toMarkdown } from './bench/report';
import { measureStreams } from './bench/streams';
import { measureTools } from './bench/tools';
import { measureWebhooks } from './bench/webhooks';

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'callboard-bench-'));
  try {
    if (!options.fromSource) build();
    if (options.profile) {
      console.log(await profile(options, folder));
      return;
    }
    const measureAlone = aloneOf(options);
    if (measureAlone !== undefined) {
      console.log(await measureAlone(options, folder));
      return;
    }
    const report = await (options.beside === undefined
      ? measureFlat(options, folder)
      : measureBeside({ ...options, beside: options.beside }, folder));
    const text = options.beside === undefined ? toFlatMarkdown(report) : toMarkdown(report);
    console.log(text);
    if (options.out === undefined) return;
    mkdirSync(options.out, { recursive: true });
    const kind = options.beside === undefined ? 'flat' : options.database;
    const file = join(options.out, `${kind}-${options.actions}`);
    writeFileSync(`${file}.json`, `${JSON.stringify(report, null, 2)}\n`);
    writeFileSync(`${file}.md`, text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function build(): void {
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: packageRoot(), stdio: [...stdio] });
}

function aloneOf({ streams, webhooks, tools }: Options) {
  if (streams) return measureStreams;
  if (webhooks) return measureWebhooks;
  return tools ? measureTools : undefined;
}

// If a promise never settles, Node exits without an error, so report that.
let isOver = false;
process.once('exit', () => {
  if (isOver) return;
  console.error('The benchmark ended early: something never responded.');
  process.exitCode = 1;
});

main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  })
  .finally(() => (isOver = true));
