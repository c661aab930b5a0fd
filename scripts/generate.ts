import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { bringUpToDate, compileContract } from './generate/generate';

const usage = `npm run generate -- [--check] [--contract FILE] [--out FOLDER]

Compiles contract/openapi.yaml into generated/ and docs/permissions.md. With --check nothing is written: the exit code is 1 when a file differs.`;

async function main(): Promise<number> {
  const root = dirname(__dirname);
  const ownContract = fromHere(root, 'contract', 'openapi.yaml');
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      contract: { type: 'string', default: ownContract },
      out: { type: 'string', default: fromHere(root, 'generated') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const outcome = await compileContract(values.contract);
  if ('faults' in outcome) {
    for (const fault of outcome.faults) console.error(fault);
    return 1;
  }
  const stale = bringUpToDate(values.out, outcome.files, values);
  // Another contract has operations of its own.
  if (values.contract === ownContract) {
    stale.push(...bringUpToDate(fromHere(root, 'docs'), outcome.pages, values));
  }
  if (!values.check) {
    for (const path of stale) console.log(`Wrote ${path}`);
    return 0;
  }
  for (const path of stale) console.error(`${path} differs from what the contract generates.`);
  if (stale.length > 0) console.error('Run npm run generate and commit the result.');
  return stale.length > 0 ? 1 : 0;
}

function fromHere(...path: readonly string[]): string {
  return relative(process.cwd(), join(...path));
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  },
);
