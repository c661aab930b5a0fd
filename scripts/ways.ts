import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '../src/platform/db/connect';
import { migrate } from '../src/platform/db/schema/schema';
import { packageRoot } from '../src/platform/package-root';
import { startApp } from './servers/app';
import { wayOfApproval } from './ways/console';
import { waysOfRequests } from './ways/requests';

const usage = `npm run ways -- [--files] [--skip-console]

Prints the size of src, and how many of its files run a function for one request: as many files as a
reader opens who follows it. --files lists them. The modules of the console are counted in a browser.`;

const src = join(packageRoot(), 'src');

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      files: { type: 'boolean', default: false },
      'skip-console': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  printSizes();
  const folder = mkdtempSync(join(tmpdir(), 'callboard-ways-'));
  const url = `sqlite:${join(folder, 'ways.db')}`;
  const database = { ...connect(url), url };
  await migrate(database);
  const app = await startApp(database, { webhookAllow: ['127.0.0.1'] });
  try {
    const ways = await waysOfRequests(app, src);
    if (!values['skip-console']) ways.push(await wayOfApproval(app));
    for (const { name, aim, files } of ways) {
      console.log(`${name}: ${files.length} files, aim ${aim}`);
      if (values.files) for (const file of files) console.log(`  ${file}`);
    }
  } finally {
    await app.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function printSizes(): void {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(src, path), 'utf8').split('\n').length - 1)
    .toSorted((one, other) => one - other);
  console.log(`src: ${files.length} files, median ${files[files.length >> 1]} lines`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
