import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { documentedAnswers, holdAnswers, type HeldAnswer } from './conformance/answers';
import { readDocument } from './conformance/document';
import { readAnswers, readRun, writeRun, type RunRecord } from './conformance/record';

const usage = `npm run conformance -- [--run | --conclude FOLDER]

Prints every answer that the contract documents (operation, status, error code) and a test that produced it, as the last whole
run of the tests saw them. Runs the tests first when the contract has changed since, there was no such run, or with --run. The exit code is 1
when a documented answer was produced by none. --conclude is for the end of a whole run: it keeps what the tests left in the
folder, and prints the documented answers that none produced, one a line.`;

function main(): number {
  const { values } = parseArgs({
    options: {
      run: { type: 'boolean', default: false },
      conclude: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  return values.conclude === undefined ? report(values.run) : conclude(values.conclude);
}

function conclude(folder: string): number {
  const { document, digest } = readDocument();
  const answers = readAnswers(folder);
  writeRun({ ended: new Date().toISOString(), contract: digest, answers });
  const gaps = holdAnswers(documentedAnswers(document), answers).filter(
    ({ test }) => test === undefined,
  );
  for (const { operation, status, code } of gaps) {
    console.log(`${operation} ${status} ${code}`.trim());
  }
  return gaps.length === 0 ? 0 : 1;
}

function report(again: boolean): number {
  const { document, digest } = readDocument();
  const run = currentRun(digest, again);
  const held = holdAnswers(documentedAnswers(document), run.answers);
  for (const row of rows(held)) console.log(row);
  const gaps = held.filter(({ test }) => test === undefined).length;
  const operations = new Set(held.map(({ operation }) => operation)).size;
  console.log(
    `\n${held.length} documented answers of ${operations} operations, ${gaps} of them produced by no test. Run of ${run.ended}`,
  );
  return gaps === 0 ? 0 : 1;
}

/** The last whole run under this contract, or a new one. Throws an Error when the new one failed before its end. */
function currentRun(contract: string, again: boolean): RunRecord {
  const last = again ? undefined : readRun();
  if (last?.contract === contract) return last;
  const started = new Date().toISOString();
  spawnSync('npm', ['test'], { cwd: dirname(__dirname), stdio: ['ignore', 'inherit', 'inherit'] });
  const run = readRun();
  if (run === undefined || run.ended < started) throw new Error('The tests failed: see above.');
  return run;
}

function rows(held: readonly HeldAnswer[]): string[] {
  const table = [
    ['OPERATION', 'STATUS', 'CODE', 'TEST'],
    ...held.map(({ operation, status, code, test }) => [
      operation,
      String(status),
      code,
      test ?? 'NONE',
    ]),
  ];
  const widths = [0, 1, 2].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  return table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
