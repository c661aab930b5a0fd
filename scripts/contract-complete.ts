import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { completeContract } from './contract-complete/complete';
import { countLines } from './contract-complete/count';
import { width } from './contract-complete/layout';
import { bringUpToDate, compileContract } from './generate/generate';

const usage = `npm run contract:complete -- [--check] [--count]

Writes into contract/openapi.yaml everything that can be derived from the rest of it: error codes,
error responses, standard headers, the order of its sections, and the example responses, which the
service returns for the example requests. Runs npm run generate. With --check, writes nothing and
exits with 1 when something is missing; test/contract/examples.test.ts checks the example responses. With
--count, prints how many lines were written by hand.`;

const root = dirname(__dirname);
const file = join(root, 'contract', 'openapi.yaml');

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      count: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) console.log(usage);
  else if (values.count) printCount();
  else return values.check ? check() : complete();
  return 0;
}

function printCount(): void {
  const { byHand, filled, whole, longest } = countLines(readFileSync(file, 'utf8'));
  console.log(`${byHand} lines by hand, ${filled} filled in, ${whole} in total.`);
  console.log(`The longest line has ${longest} columns; the maximum is ${width}.`);
}

function check(): number {
  const text = readFileSync(file, 'utf8');
  const completed = completeContract(text);
  const faults = [...differences(text, completed), ...tooLong(text)];
  for (const fault of faults) console.error(fault);
  if (completed !== text) console.error('Run npm run contract:complete and commit the result.');
  return faults.length > 0 ? 1 : 0;
}

async function complete(): Promise<number> {
  if (!write(completeContract(readFileSync(file, 'utf8'))) || !(await generate())) return 1;
  // The service imports the generated files, so it is loaded only now.
  const { runExamples } = await import('./contract-complete/run-examples.js');
  const { responses, faults } = await runExamples();
  for (const fault of faults) console.error(fault);
  write(completeContract(readFileSync(file, 'utf8'), responses));
  return (await generate()) && faults.length === 0 ? 0 : 1;
}

function write(text: string): boolean {
  if (text !== readFileSync(file, 'utf8')) {
    writeFileSync(file, text);
    console.log('Wrote contract/openapi.yaml');
  }
  const long = tooLong(text);
  for (const fault of long) console.error(fault);
  return long.length === 0;
}

async function generate(): Promise<boolean> {
  const outcome = await compileContract(file);
  if ('faults' in outcome) {
    for (const fault of outcome.faults) console.error(fault);
    return false;
  }
  const written = [
    ...bringUpToDate(join(root, 'generated'), outcome.files, { check: false }),
    ...bringUpToDate(join(root, 'docs'), outcome.pages, { check: false }),
  ];
  for (const path of written) console.log(`Wrote ${path}`);
  return true;
}

/** The first lines at which the file differs from the completed one. */
function differences(text: string, completed: string): string[] {
  if (text === completed) return [];
  const [before, after] = [text.split('\n'), completed.split('\n')];
  const first = before.findIndex((line, index) => line !== after[index]);
  return [
    `contract/openapi.yaml:${first + 1} is not complete. It has`,
    ...before.slice(first, first + 3).map((line) => `- ${line}`),
    'and should have',
    ...after.slice(first, first + 3).map((line) => `+ ${line}`),
  ];
}

function tooLong(text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.length <= width) return [];
    return [
      `contract/openapi.yaml:${index + 1} has ${line.length} columns; at most ${width} are allowed.`,
    ];
  });
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
