import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSource } from './generate/source';
import { expressionsOfContract } from './lint-patterns/contract-expressions';
import { faultsOf } from './lint-patterns/expression';
import { loadRecheck } from './lint-patterns/recheck';
import { expressionsOfSource } from './lint-patterns/source-expressions';

// Both may match text that callers send: a pattern of the contract, and any expression of the
// service.
async function main(): Promise<number> {
  const { document } = readSource(readFileSync('contract/openapi.yaml', 'utf8'));
  const contract = expressionsOfContract(document);
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => {
      const file = join('src', path);
      return expressionsOfSource(file, readFileSync(file, 'utf8'));
    });
  const expressions = [...contract.expressions, ...sources];
  const faults = [...contract.faults, ...(await faultsOf(await loadRecheck(), expressions))];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) return 1;
  console.log(`${expressions.length} regular expressions match in linear time`);
  return 0;
}

void main().then((code) => {
  process.exitCode = code;
});
