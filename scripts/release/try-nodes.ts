import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cloneInto, tryStart, tryTest } from './try-nodes/commands';
import { installToolchain, majorVersions } from './try-nodes/toolchain';

const usage = `npm run try:nodes -- [--only start|test] [MAJOR...]

Runs the README's two commands on the newest Node.js of each major version (20, 22, 24 and 26), each in a clean clone of the last commit, with the npm
that this Node.js ships. From Node.js 22 on, the installation must not run node-gyp. Needs Linux on x64 and takes about ten
minutes for each version. The exit code is 1 when a command fails.`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const majors = positionals.length > 0 ? positionals.map(Number) : majorVersions;
  const results: string[] = [];
  for (const major of majors) results.push(...(await tryNode(major, values.only)));
  console.log(`\n${results.join('\n')}`);
}

/** Runs the commands on one version and returns a line for each. Throws an Error when one fails. */
async function tryNode(major: number, only: string | undefined): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), `callboard-node${major}-`));
  try {
    const toolchain = installToolchain(major, join(folder, 'node'));
    const name = `Node.js ${toolchain.node}, npm ${toolchain.npm}`;
    console.log(`\n${name}`);
    const results: string[] = [];
    if (only !== 'test') {
      const started = await tryStart(cloneInto(join(folder, 'start')), toolchain);
      results.push(`${name}: ${started}`);
    }
    if (only !== 'start') {
      const tested = await tryTest(cloneInto(join(folder, 'test')), toolchain);
      results.push(`${name}: ${tested}`);
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
