import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { findFaults } from './generate/faults';
import { handlersSource } from './generate/handlers';
import type { ContractDocument } from './generate/document';
import { typesSource } from './generate/types-source';

const usage = 'Usage: npm run generate -- [--check] [--contract FILE] [--out FOLDER]';

/** Compiles the contract into generated/, or with --check says what differs. Exit code 1 on a fault or a difference. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      contract: { type: 'string', default: 'contract/openapi.yaml' },
      out: { type: 'string', default: 'generated' },
    },
  });
  const contract = resolve(values.contract);
  const faults = await findFaults(contract);
  if (faults.length > 0) fail(faults.join('\n'));

  const document: ContractDocument = parse(readFileSync(contract, 'utf8'));
  const outputs = new Map([
    ['openapi.json', `${JSON.stringify(document, null, 2)}\n`],
    ['types.ts', await typesSource(document)],
    ['handlers.ts', await handlersSource(document)],
  ]);
  const stale = [...outputs].filter(([name, text]) => read(join(values.out, name)) !== text);
  if (!values.check) {
    mkdirSync(values.out, { recursive: true });
    for (const [name, text] of stale) writeFileSync(join(values.out, name), text);
    return;
  }
  if (stale.length > 0) {
    const names = stale.map(([name]) => relative('.', join(values.out, name)));
    fail(`Not what ${values.contract} yields: ${names.join(', ')}. Run npm run generate.`);
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

main().catch((error: unknown) => {
  const isUsage = error instanceof TypeError && 'code' in error;
  fail(isUsage ? `${error.message}\n${usage}` : String(error instanceof Error ? error.stack : error));
});
