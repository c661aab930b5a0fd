import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './bench/build';
import { callboard, limit } from './bench/contestants';
import { connections } from './bench/drive';
import { openDatabases } from './bench/database';
import { operationsNamed } from './bench/operations';
import { readOptions, type Options } from './bench/options';
import { surroundings, toMarkdown, type Report } from './bench/report';
import { run } from './bench/run';
import { seed } from './bench/seed/seed';

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'callboard-bench-'));
  try {
    const report = await measure(options, folder);
    const text = toMarkdown(report);
    console.log(text);
    if (options.out === undefined) return;
    mkdirSync(options.out, { recursive: true });
    const file = join(options.out, `${options.database}-${options.actions}`);
    writeFileSync(`${file}.json`, `${JSON.stringify(report, null, 2)}\n`);
    writeFileSync(`${file}.md`, text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(options: Options, folder: string): Promise<Report> {
  const operations = operationsNamed(options.operations);
  if (!options.fromSource) build();
  const databases = await openDatabases(options.database, folder);
  try {
    const first = await databases.make();
    const began = performance.now();
    const seeded = await seed(first, options.actions);
    console.error(
      `${options.actions} actions in ${Math.round((performance.now() - began) / 1000)} s`,
    );
    const second = await databases.copy(first);
    const where = { folder, fromSource: options.fromSource };
    const found = await run(
      [
        { ...callboard('Callboard', { ...where, databaseUrl: first }), seeded },
        { ...limit({ ...where, databaseUrl: second }), seeded },
      ],
      { ...options, operations, alike: true },
    );
    return {
      ...surroundings(),
      database: options.database,
      actions: [options.actions],
      seconds: options.seconds,
      connections,
      ...found,
    };
  } finally {
    await databases.remove();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
